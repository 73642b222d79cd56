import * as l10n from "@vscode/l10n";
import type { ModelInfo } from "../../../shared/conversation";
import { withoutHidden } from "../../../shared/text/hiddenCharacters";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { hasFields, ownField } from "../../../shared/untrusted/ownField";
import { GatewayError } from "../gatewayError";
import { reportedAbilities } from "../models/modelAbilities";
import { modelKind } from "../models/modelKind";
import { chatSuitability } from "../models/modelSuitability";

const contextFields = ["max_model_len", "max_context_length", "context_length", "context_window"];
/** Fields for the maximum length of an answer: LiteLLM's and GitHub's, Groq's and OpenRouter's, Gemini's. */
const outputFields = ["max_output_tokens", "max_completion_tokens", "outputTokenLimit"];
/** Objects of an entry that may contain them: OpenRouter's, GitHub's, LiteLLM's. */
const outputPlaces = ["top_provider", "limits", "model_info"];

/**
 * Reads a list of models in the forms that servers use (docs/gateway-quirks.md#models): `{data}` with or without
 * `object`, `{models}`, a bare array, `data: null` when empty. Reads the context size from the field of each server; in
 * llama-server's `meta`, the size it runs with (`n_ctx`) takes precedence over the one that the model was trained with.
 * Duplicates, invisible ids and wildcards such as `openai/*` are dropped.
 *
 * @param onLeftOut is called with the number of models beyond the limits, if there are any.
 * @throws GatewayError `malformed` when there is no list of models in it.
 */
export function readModels(body: unknown, onLeftOut: (count: number) => void = () => {}): ModelInfo[] {
	const entries = modelEntries(body);
	const models = new Map<string, ModelInfo>();
	let leftOut = Math.max(0, entries.length - gatewayLimits.modelEntries);
	for (const entry of entries.slice(0, gatewayLimits.modelEntries)) {
		const model = readModel(entry, models.size >= gatewayLimits.models);
		if (!model || models.has(model.id)) continue;
		if (model.id.length > gatewayLimits.modelIdLength || models.size >= gatewayLimits.models) leftOut++;
		else models.set(model.id, model);
	}
	if (leftOut > 0) onLeftOut(leftOut);
	return [...models.values()].sort((a, b) => a.id.localeCompare(b.id));
}

/**
 * Returns the raw entries of a list of models. @throws GatewayError `malformed` when there is no list of models in it.
 */
export function modelEntries(body: unknown): readonly unknown[] {
	if (Array.isArray(body) && !isWorkspace(body)) return body;
	const { data, models } = hasFields(body) ? body : {};
	if (Array.isArray(data)) return data;
	if (Array.isArray(models)) return models;
	if (data === null || models === null) return [];
	throw new GatewayError("malformed", l10n.t("The gateway's answer contains no list of models."));
}

/**
 * Returns whether these are the models that users of Open WebUI have created, which its `/api/v1/models` listed until
 * August 2025 (open-webui#16445): its gateway is at `/api`.
 */
function isWorkspace(entries: readonly unknown[]): boolean {
	const isOwned = (entry: unknown) => hasFields(entry) && "base_model_id" in entry && "user_id" in entry;
	return entries.length > 0 && entries.every(isOwned);
}

/**
 * Returns the id of an entry; `undefined` if it has none. GitHub Models gave the location in a registry as `id`, and
 * the name for requests as `name` (open-webui#5242).
 */
export function modelId(entry: unknown): string | undefined {
	const { id, name, model } = hasFields(entry) ? entry : { id: entry };
	const names = typeof id === "string" && id.startsWith("azureml://") ? [name, id] : [id, name, model];
	return names.find((value): value is string => typeof value === "string" && isSeen(value));
}

/** Returns whether any character of a name is visible: a row without one could not be chosen deliberately. */
function isSeen(name: string): boolean {
	return withoutHidden(name.slice(0, gatewayLimits.modelIdLength)).trim() !== "";
}

/** @param isLeftOut whether there is no room for it: only its id is read then. */
function readModel(entry: unknown, isLeftOut: boolean): ModelInfo | undefined {
	const id = modelId(entry);
	if (id === undefined || id.endsWith("*")) return undefined;
	// A model that is left out needs no name.
	if (isLeftOut || id.length > gatewayLimits.modelIdLength) return { id, kind: "unknown" };
	const fields: Record<string, unknown> = hasFields(entry) ? entry : {};
	const { n_ctx, n_ctx_train } = hasFields(fields.meta) ? fields.meta : {};
	const contexts = [...contextFields.map((name) => fields[name]), n_ctx, n_ctx_train];
	const context = contexts.find(isContextLength);
	const output = reportedOutput(fields);
	const kind = modelKind(id, fields);
	const suitability = kind === "chat" || kind === "unknown" ? chatSuitability(id) : 0;
	return {
		id,
		kind,
		...(context === undefined ? {} : { contextLength: Math.floor(context) }),
		...(output === undefined ? {} : { maxOutput: Math.floor(output) }),
		...reportedAbilities(fields),
		...(suitability === 0 ? {} : { suitability }),
	};
}

/** Returns the maximum length of an answer that an entry reports. */
function reportedOutput(fields: Readonly<Record<string, unknown>>): number | undefined {
	const inner = outputPlaces.map((name) => ownField(fields, name)).filter(hasFields);
	return [fields, ...inner].flatMap((place) => outputFields.map((name) => ownField(place, name))).find(isContextLength);
}

function isContextLength(value: unknown): value is number {
	return typeof value === "number" && value >= 1 && value <= gatewayLimits.contextLength;
}

import * as l10n from "@vscode/l10n";
import type { ModelInfo } from "../../shared/conversation";
import { modelKind } from "../models/modelKind";
import { GatewayError } from "./gatewayError";

const contextFields = ["max_model_len", "max_context_length", "context_length", "context_window"];

/**
 * Reads a models answer in the shapes that servers give it (gateway-quirks.md, rows "models"): `{data}` with or without
 * `object`, `{models}`, a bare array, `data: null` when empty; the context size where each tells it, llama-server in
 * `meta.n_ctx_train`. Doubles and wildcards such as `openai/*` are dropped.
 *
 * @throws GatewayError `malformed` when there is no list of models in it.
 */
export function readModels(body: unknown): ModelInfo[] {
	const entries = listIn(body);
	if (!entries) throw new GatewayError("malformed", l10n.t("The gateway's answer holds no list of models."));
	const models = new Map<string, ModelInfo>();
	for (const entry of entries) {
		const model = readModel(entry);
		if (model && !models.has(model.id)) models.set(model.id, model);
	}
	return [...models.values()].sort((a, b) => a.id.localeCompare(b.id));
}

function listIn(body: unknown): readonly unknown[] | undefined {
	if (Array.isArray(body)) return body;
	if (typeof body !== "object" || body === null) return undefined;
	const { data, models } = body as Record<string, unknown>;
	if (Array.isArray(data)) return data;
	if (Array.isArray(models)) return models;
	return data === null || models === null ? [] : undefined;
}

function readModel(entry: unknown): ModelInfo | undefined {
	const fields: Record<string, unknown> = typeof entry === "string" ? { id: entry } : isRecord(entry) ? entry : {};
	const id = [fields.id, fields.name, fields.model].find((value) => typeof value === "string" && value !== "");
	if (typeof id !== "string" || id.endsWith("*")) return undefined;
	const trained = isRecord(fields.meta) ? fields.meta.n_ctx_train : undefined;
	const contexts = [...contextFields.map((name) => fields[name]), trained];
	const context = contexts.find((value) => typeof value === "number" && value > 0);
	const images = takesImages(fields);
	return {
		id,
		kind: modelKind(id, fields),
		...(typeof context === "number" ? { contextLength: context } : {}),
		...(images === undefined ? {} : { images }),
	};
}

/** Mistral says it in `capabilities.vision`, OpenRouter in `architecture.input_modalities`, others in `type`. */
function takesImages({ type, capabilities, architecture }: Record<string, unknown>): boolean | undefined {
	if (type === "image-text-to-text" || type === "vlm") return true;
	if (isRecord(capabilities) && typeof capabilities.vision === "boolean") return capabilities.vision;
	const inputs = isRecord(architecture) ? architecture.input_modalities : undefined;
	return Array.isArray(inputs) ? inputs.includes("image") : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

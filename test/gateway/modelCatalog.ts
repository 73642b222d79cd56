import { ApiError } from "./apiError";
import { demoChat } from "./endpoints/demoChat";
import { demoEcho } from "./endpoints/demoEcho";
import { demoEmbed } from "./endpoints/demoEmbed";
import type { Model } from "./model";

/** The built-in models of a gateway; add new ones here. */
export const builtInModels: readonly Model[] = [demoChat, demoEcho, demoEmbed];

/** The gateway's own models, for the operations. */
export interface ModelCatalog {
	list(): Promise<readonly Model[]>;
	find(id: string): Promise<Model | undefined>;
}

/** Creates a catalog of exactly these models. */
export function catalogOf(models: readonly Model[]): ModelCatalog {
	const byId = new Map(models.map((model) => [model.id, model]));
	return { list: async () => models, find: async (id) => byId.get(id) };
}

/**
 * Returns the model that a request names. Spec, section 2: chat and embedding models are different models.
 * @throws ApiError 404 if there is none, 400 if it is of the other kind.
 */
export async function requireModel<K extends Model["kind"]>(
	catalog: ModelCatalog,
	id: string,
	kind: K,
): Promise<Extract<Model, { kind: K }>> {
	const model = await catalog.find(id);
	if (!model) {
		const message = `There is no model ${JSON.stringify(id.slice(0, 100))} here; GET /v1/models lists those there are.`;
		throw new ApiError(404, "model_not_found", message, { param: "model" });
	}
	if (!isOfKind(model, kind)) {
		const can = { chat: "answers chats and embeds nothing", embedding: "embeds texts and answers no chats" };
		const message = `The model "${id}" ${can[model.kind]}.`;
		throw new ApiError(400, "wrong_model_kind", message, { param: "model" });
	}
	return model;
}

/** @throws ApiError 400 if the input is longer than the model accepts. */
export function requireContext(model: Model, tokens: number, param: string): void {
	if (tokens <= model.contextLength) return;
	const limit = `the maximum context length of "${model.id}" is ${model.contextLength} tokens`;
	const message = `The input has ${tokens} tokens; ${limit}.`;
	throw new ApiError(400, "context_length_exceeded", message, { param });
}

function isOfKind<K extends Model["kind"]>(model: Model, kind: K): model is Extract<Model, { kind: K }> {
	return model.kind === kind;
}

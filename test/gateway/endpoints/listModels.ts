import type { Model } from "../model";
import type { Operation } from "../operation";

/** The creation date of the built-in models: 2025-01-01, in seconds since the epoch. */
const created = 1735689600;

const types = { chat: "text-generation", embedding: "text-embeddings-inference" } as const;

/** Spec, section 4.1: lists all models, including the providers', in one JSON body. */
export const listModels: Operation = async (exchange, { models, providers }) => {
	const [own, others] = await Promise.all([models.list(), providers.listModels(exchange.signal)]);
	exchange.sendJson(200, { object: "list", data: [...own.map(modelRecord), ...others] });
};

function modelRecord(model: Model) {
	return {
		id: model.id,
		object: "model",
		created,
		owned_by: "gatehouse-demo",
		type: types[model.kind],
		max_context_length: model.contextLength,
		description: model.description,
	};
}

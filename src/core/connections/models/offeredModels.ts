import type { ModelInfo, ModelKind } from "../../../shared/conversation";
import { chatModels, ofKinds } from "./modelLists";

/**
 * Returns the model to use when the user has chosen none: the most suitable of the known chat models, or else of those
 * of unknown kind.
 *
 * @param preferred the ids of models that take precedence, in this order.
 */
export function firstChatModel(
	models: readonly ModelInfo[],
	preferred: readonly (string | undefined)[] = [],
): ModelInfo | undefined {
	const offered = chatModels(models);
	for (const wanted of preferred) {
		const model = offered.find(({ id }) => id === wanted);
		if (model) return model;
	}
	const kind = offered[0]?.kind;
	const suited = offered.filter((model) => model.kind === kind);
	const [first, ...rest] = suited;
	return rest.reduce((best, model) => ((model.suitability ?? 0) > (best?.suitability ?? 0) ? model : best), first);
}

/** Returns the models that can be used for an index, including those of unknown kind. */
export function embeddingModels(models: readonly ModelInfo[]): readonly ModelInfo[] {
	return ofKinds(models, ["embedding", "unknown"]);
}

/** Splits a list into the models that are known to be of a kind, and the others. */
export function splitByKind(
	models: readonly ModelInfo[],
	wanted: ModelKind,
): readonly [known: readonly ModelInfo[], others: readonly ModelInfo[]] {
	return [models.filter(({ kind }) => kind === wanted), models.filter(({ kind }) => kind !== wanted)];
}

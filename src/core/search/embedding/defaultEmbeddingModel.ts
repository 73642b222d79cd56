import type { ModelInfo } from "../../../shared/conversation";
import { embeddingModels } from "../../connections/models/offeredModels";

/**
 * Returns the embedding model to use when the user has chosen none: the only one with an index here, else the gateway's
 * only one. `undefined` when the choice is ambiguous.
 */
export function defaultEmbeddingModel(
	models: readonly ModelInfo[],
	hasIndex: (model: string) => boolean,
): string | undefined {
	const indexed = embeddingModels(models).filter(({ id }) => hasIndex(id));
	return only(indexed) ?? only(models.filter(({ kind }) => kind === "embedding"));
}

/**
 * Returns the embedding model to suggest where the user has to choose: the first one with an index here, else the first
 * that is known to embed.
 */
export function suggestedEmbeddingModel(
	models: readonly ModelInfo[],
	hasIndex: (model: string) => boolean,
): string | undefined {
	const indexed = embeddingModels(models).find(({ id }) => hasIndex(id));
	return (indexed ?? models.find(({ kind }) => kind === "embedding"))?.id;
}

function only([first, second]: readonly ModelInfo[]): string | undefined {
	return second ? undefined : first?.id;
}

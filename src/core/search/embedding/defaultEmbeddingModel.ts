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

function only([first, second]: readonly ModelInfo[]): string | undefined {
	return second ? undefined : first?.id;
}

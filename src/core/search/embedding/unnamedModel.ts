import type { ModelInfo } from "../../../shared/conversation";
import { embeddingModels } from "../../models/modelCatalog";

/**
 * The model that embeds where the user has named none: the one with an index here, else the gateway's, where it has one
 * alone. `undefined` where nobody can tell which is meant.
 */
export function unnamedModel(models: readonly ModelInfo[], hasIndex: (model: string) => boolean): string | undefined {
	const indexed = embeddingModels(models).filter(({ id }) => hasIndex(id));
	return only(indexed) ?? only(models.filter(({ kind }) => kind === "embedding"));
}

function only([first, second]: readonly ModelInfo[]): string | undefined {
	return second ? undefined : first?.id;
}

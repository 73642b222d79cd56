import type { ModelInfo } from "../../shared/conversation";
import type { Gateway } from "../gateway/gateway";

/**
 * Returns the models that the user has named, for a gateway that does not list its own, such as Vertex AI's or
 * Cloudflare's. Their capabilities are derived from their names.
 */
export async function namedModels(ids: readonly string[]): Promise<ModelInfo[]> {
	const { readModels } = await import("../gateway/response/modelsReader");
	return readModels({ data: ids.map((id) => ({ id })) });
}

/** Returns a gateway that is not asked for a list of models, because the user has named them. */
export function withNamedModels(gateway: Gateway, ids: readonly string[]): Gateway {
	return { ...gateway, listModels: () => namedModels(ids) };
}

/** Returns the names in a text that the user typed, separated by white space, commas or semicolons. */
export function modelNamesIn(text: string): readonly string[] {
	return [...new Set(text.split(/[\s,;]/).filter(Boolean))];
}

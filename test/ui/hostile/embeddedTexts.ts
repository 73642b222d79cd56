import type { RecordedRequest } from "../../gateway/recordedRequest";

export const isEmbedding = ({ path }: RecordedRequest): boolean => path === "/v1/embeddings";

/** Returns the texts that the gateway was asked to embed, in order. */
export function embeddedTexts(requests: readonly RecordedRequest[]): readonly string[] {
	return requests.filter(isEmbedding).flatMap(({ json }) => {
		const { input } = json as { readonly input: string | readonly string[] };
		return input;
	});
}

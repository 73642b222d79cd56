import type { Gateway } from "../wire/gateway";

/** Whose embeddings are searched. */
export interface EmbeddingTarget {
	readonly gateway: Gateway;
	/** The base URL's `href`. */
	readonly href: string;
	readonly gatewayName: string;
	readonly model: string;
}

/** Tells the indexes of a workspace apart. */
export function targetKey({ href, model }: EmbeddingTarget): string {
	return JSON.stringify([href, model]);
}

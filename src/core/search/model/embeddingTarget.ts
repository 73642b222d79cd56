import type { Gateway } from "../../wire/gateway";

/** What tells the indexes of a workspace apart. */
export interface IndexOwner {
	/** The gateway's base URL, its `href`. */
	readonly href: string;
	readonly model: string;
}

/** Whose embeddings are searched. */
export interface EmbeddingTarget extends IndexOwner {
	readonly gateway: Gateway;
	readonly gatewayName: string;
}

/** The same in one string. */
export function targetKey({ href, model }: IndexOwner): string {
	return JSON.stringify([href, model]);
}

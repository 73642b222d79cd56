import type { Gateway } from "../../gateway/gateway";

/** The properties that distinguish the indexes of a workspace. */
export interface IndexOwner {
	/** The `href` of the gateway's base URL. */
	readonly href: string;
	readonly model: string;
}

/** The gateway and the model whose embeddings are searched. */
export interface EmbeddingTarget extends IndexOwner {
	readonly gateway: Gateway;
	readonly gatewayName: string;
}

/** Returns the owner as one string. */
export function targetKey({ href, model }: IndexOwner): string {
	return JSON.stringify([href, model]);
}

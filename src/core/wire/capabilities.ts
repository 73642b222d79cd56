import type { ModelKind } from "../../shared/conversation";

/** How many texts are embedded at once where arrays are taken and no limit is known: what the strictest popular servers take. */
export const usualEmbeddingBatch = 10;

/** How a model wants an answer's length limited; `none` takes no such field. */
type LengthField = "max_tokens" | "max_completion_tokens" | "none";

/**
 * What was learned of one model at one gateway, from its real answers and refusals (docs/gateway-quirks.md#learning-what-a-model-can-do).
 * What is absent is not known yet, and docs/gateway-spec.md counts.
 */
export interface Capabilities {
	/** False when it refused the field. */
	readonly temperature?: boolean;
	readonly lengthField?: LengthField;
	/** False when it refused a system message: that text then goes into the first question. */
	readonly system?: boolean;
	/** In tokens, from an overflow's text. The catalog's own figure goes before it. */
	readonly contextLength?: number;
	/** Whether it counts tokens when asked with `stream_options`. */
	readonly usage?: boolean;
	/** Whether embedding takes several inputs at once. */
	readonly embeddingArrays?: boolean;
	/** How many at once. */
	readonly embeddingBatch?: number;
	/** Whether more than that were refused; otherwise more may be tried. */
	readonly embeddingBatchLimited?: boolean;
	/** False when embedding refused `encoding_format`. */
	readonly encodingFormat?: boolean;
	/** The numbers in one of its embeddings. */
	readonly dimension?: number;
	/** False when it refused an image. */
	readonly images?: boolean;
	/** What a refusal showed it to be for, whatever the catalog or its name says. */
	readonly kind?: ModelKind;
}

import type { ModelKind } from "../../../shared/conversation";
import type { EffortField, EffortLevel } from "../../../shared/reasoningEffort";

/**
 * Number of texts per embedding request when arrays are accepted and no limit is known: the limit of the strictest
 * popular servers.
 */
export const usualEmbeddingBatch = 10;

/** The field that limits an answer's length; `none` for a model that accepts no such field. */
type LengthField = "max_tokens" | "max_completion_tokens" | "none";

/**
 * How a model's tool calls arrive (docs/gateway-quirks.md#tool-calls), the best first: in a stream's deltas, only in an
 * answer that is not streamed, as the model's own syntax in the text, or as JSON in the text because `tools` is refused.
 */
export const toolRungs = ["streamed", "whole", "leaked", "prompted"] as const;
export type ToolRung = (typeof toolRungs)[number];

/**
 * How a model writes the code at the cursor (docs/gateway-quirks.md#completions), the best first: `/completions` with
 * `suffix`, `/completions` with the tokens of the model's family for the text around the cursor, or chat.
 */
export const fillInRungs = ["suffix", "tokens", "chat"] as const;
export type FillInRung = (typeof fillInRungs)[number];

/** Families of models with the same tokens for the text before and after the cursor. */
export const fillInFamilies = [
	"qwen",
	"starcoder",
	"deepseek",
	"codellama",
	"codestral",
	"seed",
	"mellum",
	"glm",
] as const;
export type FillInFamily = (typeof fillInFamilies)[number];

/**
 * The learned capabilities of one model at one gateway, from its real answers and refusals
 * (docs/gateway-quirks.md#learning-what-a-model-can-do). An absent field is not known yet; docs/gateway-spec.md then
 * applies.
 */
export interface Capabilities {
	/** False when it refused the field; true when it is known to accept 0. */
	readonly temperature?: boolean;
	readonly lengthField?: LengthField;
	/** False when it refused a system message, whose text is then put into the first question. */
	readonly system?: boolean;
	/** In tokens, from the message of an overflow. The catalog's own figure takes precedence. */
	readonly contextLength?: number;
	/** The longest answer in tokens, from the refusal of a request that allowed a longer one. */
	readonly maxOutput?: number;
	/** Whether it counts tokens when asked with `stream_options`. */
	readonly usage?: boolean;
	/** Whether embedding accepts several inputs per request. */
	readonly embeddingArrays?: boolean;
	/** The number of inputs per request. */
	readonly embeddingBatch?: number;
	/** Whether more inputs were refused; otherwise more may be tried. */
	readonly embeddingBatchLimited?: boolean;
	/** False when embedding refused `encoding_format`. */
	readonly encodingFormat?: boolean;
	/** The number of values in an embedding. */
	readonly dimension?: number;
	/** False when it refused an image. */
	readonly images?: boolean;
	/** How its tool calls arrive. A model with `prompted` is never sent `tools`. */
	readonly toolRung?: ToolRung;
	/** False when it refused messages with the role `tool`: results are then sent as the user's text. */
	readonly toolRole?: boolean;
	/** False when it refused `tool_choice`. */
	readonly toolChoice?: boolean;
	/** Whether it refused tool calls of its own without the reasoning before them, which is then sent with them. */
	readonly needsReasoning?: boolean;
	/** The field that takes a reasoning effort, as an error named it; `refused` for a model that refused one. */
	readonly effort?: EffortField | "refused";
	/** False when it refused an effort in a request with tools. Not persisted, because it may accept another level. */
	readonly effortBesideTools?: false;
	/** The levels that it accepts, learned when it refused another level. */
	readonly effortLevels?: readonly EffortLevel[];
	/** How it writes the code at the cursor, proved by a question with only one right answer. */
	readonly fillInRung?: FillInRung;
	/** The family whose tokens were proved; only with the rung `tokens`. */
	readonly fillInFamily?: FillInFamily;
	/** The field that turns its reasoning off; absent if it does not reason, or always does. */
	readonly reasoningSwitch?: EffortField;
	/** The kind that a refusal revealed; takes precedence over the catalog and the name. */
	readonly kind?: ModelKind;
}

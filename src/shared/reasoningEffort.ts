/** How long a model is asked to think before it answers, the shortest first; `none` asks it not to think. */
export const effortLevels = ["none", "minimal", "low", "medium", "high"] as const;
export type EffortLevel = (typeof effortLevels)[number];

/**
 * The fields by which servers take a reasoning effort (docs/gateway-quirks.md#reasoning-effort): OpenAI's, which has the
 * levels, and the switches of Qwen's own service and of the chat templates that vLLM and SGLang run.
 */
export const effortFields = [
	"reasoning_effort",
	"enable_thinking",
	"chat_template_kwargs.enable_thinking",
	"chat_template_kwargs.thinking",
] as const;
export type EffortField = (typeof effortFields)[number];

/** The effort that the user chose for a model, and the field in which its gateway takes it. */
export interface EffortChoice {
	readonly level: EffortLevel;
	readonly field: EffortField;
}

/**
 * Returns the levels that can be chosen. A field that is a switch has two: off and on.
 *
 * @param accepted the levels that the model named when it refused another one.
 */
export function offeredLevels(field: EffortField, accepted: readonly EffortLevel[] = effortLevels) {
	return field === "reasoning_effort" ? effortLevels.filter((level) => accepted.includes(level)) : switchLevels;
}
const switchLevels: readonly EffortLevel[] = ["none", "high"];

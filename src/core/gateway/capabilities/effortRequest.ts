import { type EffortChoice, type EffortField, effortLevels, offeredLevels } from "../../../shared/reasoningEffort";
import type { Capabilities } from "./capabilities";

/** The fields of a request's body that carry a reasoning effort. */
interface EffortBody {
	readonly reasoning_effort?: string;
	readonly enable_thinking?: boolean;
	readonly chat_template_kwargs?: Readonly<Record<string, boolean>>;
}

/** Returns the fields for the chosen effort; none where the model refused it, or the chosen level. */
export function effortBody(choice: EffortChoice | undefined, can: Capabilities): EffortBody {
	if (!choice || can.effort === "refused") return {};
	const { level } = choice;
	const field = can.effort ?? choice.field;
	const isOn = level !== "none";
	switch (field) {
		case "reasoning_effort":
			return offeredLevels(field, can.effortLevels).includes(level) ? { reasoning_effort: level } : {};
		case "enable_thinking":
			return { enable_thinking: isOn };
		case "chat_template_kwargs.enable_thinking":
			return { chat_template_kwargs: { enable_thinking: isOn } };
		case "chat_template_kwargs.thinking":
			return { chat_template_kwargs: { thinking: isOn } };
	}
}

/** Matches what servers say of a refused effort: the field, "invalid reasoning value", "does not support thinking". */
const aboutEffort =
	/\breasoning[_ .-]?effort\b|\benable_thinking\b|\bchat_template_kwargs\b|\breasoning (?:value|level)\b|\b(?:not|n't) support (?:thinking|reasoning)\b/i;
/** Matches the words before the values that are accepted: "Supported values are", "must be one of", "should be". */
const beforeValues = /\b(?:supported|allowed|accepted|valid|possible) values\b|\b(?:must|should) be\b|\bexpected\b/i;
/** Number of characters after these words in which the values are. */
const valuesLength = 200;

/** Returns what a refusal reveals of a reasoning effort that was sent: the levels to choose from, or that there are none. */
export function effortFallback(
	said: readonly string[],
	{ reasoning_effort: level, enable_thinking, chat_template_kwargs }: Readonly<Record<string, unknown>>,
): Capabilities | undefined {
	const isSent = [level, enable_thinking, chat_template_kwargs].some((field) => field !== undefined);
	if (!isSent || !said.some((text) => aboutEffort.test(text))) return undefined;
	const levels = effortLevels.filter((each) => said.some((text) => valuesIn(text).includes(each)));
	const isOtherLevel = level !== undefined && levels.length > 0 && levels.every((each) => each !== level);
	return isOtherLevel ? { effortLevels: levels } : { effort: "refused" };
}

function valuesIn(text: string): readonly string[] {
	const found = beforeValues.exec(text);
	if (!found) return [];
	return (
		text
			.slice(found.index, found.index + valuesLength)
			.toLowerCase()
			.match(/[a-z]+/g) ?? []
	);
}

/** Returns the field for an effort that an error names although it was not sent: the model has it. */
export function namedEffortField(said: string): EffortField | undefined {
	if (/\breasoning_effort\b/.test(said)) return "reasoning_effort";
	if (!/\benable_thinking\b/.test(said)) return undefined;
	return /\bchat_template_kwargs\b/.test(said) ? "chat_template_kwargs.enable_thinking" : "enable_thinking";
}

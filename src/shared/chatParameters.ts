import { systemPromptLength } from "./untrusted/shownLengths";

/** The parameters of each request. An absent one is not sent, or is taken from the settings. */
export interface ChatParameters {
	/** From 0 to 1. */
	readonly temperature?: number;
	/** Maximum length of an answer, in tokens. */
	readonly maxTokens?: number;
	readonly systemPrompt?: string;
}

/** A conversation's own parameters, and those of the settings that apply where it has none. */
export interface ParametersView {
	readonly own: ChatParameters;
	readonly settings: ChatParameters;
}

/** Returns whether a value is a temperature from 0 to 1, see docs/gateway-spec.md#2-resources-and-their-fields. */
export function isTemperature(value: unknown): value is number {
	return typeof value === "number" && value >= 0 && value <= 1;
}

export function isMaxTokens(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

export function isSystemPrompt(value: unknown): value is string {
	return typeof value === "string" && value.length <= systemPromptLength;
}

/** Returns whether a value from a page or a file consists of valid parameters and nothing else. */
export function isChatParameters(value: unknown): value is ChatParameters {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
	const { temperature, maxTokens, systemPrompt, ...rest } = value as Record<string, unknown>;
	return (
		Object.keys(rest).length === 0 &&
		(temperature === undefined || isTemperature(temperature)) &&
		(maxTokens === undefined || isMaxTokens(maxTokens)) &&
		(systemPrompt === undefined || isSystemPrompt(systemPrompt))
	);
}

/** What goes with each request. What is absent is not sent, or left to whoever stands behind: the settings. */
export interface ChatParameters {
	/** 0 to 1. */
	readonly temperature?: number;
	/** The longest answer, in tokens. */
	readonly maxTokens?: number;
	readonly systemPrompt?: string;
}

/** A conversation's own parameters, and what the settings say where it has none. */
export interface ParametersView {
	readonly own: ChatParameters;
	readonly settings: ChatParameters;
}

/** 0 to 1, see docs/gateway-spec.md#2-resources-and-their-fields. */
export function isTemperature(value: unknown): value is number {
	return typeof value === "number" && value >= 0 && value <= 1;
}

export function isMaxTokens(value: unknown): value is number {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

/** Longer is no instruction but an accident. In characters. */
const longestSystemPrompt = 100_000;

export function isSystemPrompt(value: unknown): value is string {
	return typeof value === "string" && value.length <= longestSystemPrompt;
}

/** Whether a value from a page or a file is parameters and nothing but. */
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

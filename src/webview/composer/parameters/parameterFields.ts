import * as l10n from "@vscode/l10n";
import { type ChatParameters, isMaxTokens, isSystemPrompt, isTemperature } from "../../../shared/chatParameters";

/** The parameters as text in the form; empty where unset. */
export type ParameterFields = Readonly<Record<keyof ChatParameters, string>>;

/** The reasons why fields are invalid, as messages to the user. */
export type ParameterProblems = Readonly<Partial<Record<keyof ChatParameters, string>>>;

export function parameterFields({ temperature, maxTokens, systemPrompt }: ChatParameters): ParameterFields {
	return {
		temperature: temperature === undefined ? "" : String(temperature),
		maxTokens: maxTokens === undefined ? "" : String(maxTokens),
		systemPrompt: systemPrompt ?? "",
	};
}

/**
 * Reads the form: the valid parameters that are set, and the problems of the others. A decimal comma is accepted like a
 * point.
 */
export function readParameters(fields: ParameterFields): {
	readonly parameters: ChatParameters;
	readonly problems: ParameterProblems;
} {
	const temperature = numberIn(fields.temperature.replace(",", "."));
	const maxTokens = numberIn(fields.maxTokens);
	const systemPrompt = fields.systemPrompt.trim() === "" ? undefined : fields.systemPrompt;
	const fits = {
		temperature: temperature === undefined || isTemperature(temperature),
		maxTokens: maxTokens === undefined || isMaxTokens(maxTokens),
		systemPrompt: systemPrompt === undefined || isSystemPrompt(systemPrompt),
	};
	return {
		parameters: {
			...(temperature !== undefined && fits.temperature ? { temperature } : {}),
			...(maxTokens !== undefined && fits.maxTokens ? { maxTokens } : {}),
			...(systemPrompt !== undefined && fits.systemPrompt ? { systemPrompt } : {}),
		},
		problems: {
			...(fits.temperature ? {} : { temperature: l10n.t("Enter a number from 0 to 1, or leave it empty.") }),
			...(fits.maxTokens ? {} : { maxTokens: l10n.t("Enter a whole number above 0, or leave it empty.") }),
			...(fits.systemPrompt ? {} : { systemPrompt: l10n.t("This is too long: write fewer than 100,000 characters.") }),
		},
	};
}

/**
 * Parses a text as a number, with spaces allowed between its digits; returns NaN if it is not a number, undefined if it
 * is empty.
 */
function numberIn(text: string): number | undefined {
	const digits = text.replace(/\s/g, "");
	if (digits === "") return undefined;
	return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(digits) ? Number(digits) : Number.NaN;
}

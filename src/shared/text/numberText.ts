import * as l10n from "@vscode/l10n";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number in the language of the text that it is part of.
 *
 * The first call takes about 20 ms, mostly for one-time initialization; creating a format takes longer than using it.
 *
 * @param language that of the translated texts by default; empty for English.
 */
export function numberText(
	value: number,
	language: string = textLanguage(),
	options: Intl.NumberFormatOptions = {},
): string {
	const key = `${language} ${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.NumberFormat(language || "en", options);
	formats.set(key, format);
	return format.format(value);
}

/** Returns a text such as “1,200 tokens”, which begins with “≈” if the number is an estimate. */
export function tokensText(tokens: number, estimate: boolean): string {
	const number = numberText(tokens);
	if (tokens === 1) return estimate ? l10n.t("≈ 1 token") : l10n.t("1 token");
	return estimate ? l10n.t("≈ {0} tokens", number) : l10n.t("{0} tokens", number);
}

/** Returns the language of the translated texts, which is English where VS Code's has no translation. */
export function textLanguage(): string {
	return l10n.t("en");
}

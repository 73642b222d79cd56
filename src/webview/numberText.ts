import * as l10n from "@vscode/l10n";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number for a language.
 *
 * The first call takes about 20 ms, mostly for one-time initialization; creating a format takes longer than using it.
 *
 * @param language empty for English.
 */
export function numberText(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
	const key = `${language} ${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.NumberFormat(language || "en", options);
	formats.set(key, format);
	return format.format(value);
}

/** Returns a number of tokens in words, marked if it is an estimate. */
export function tokensText(tokens: number, estimate: boolean): string {
	const number = countText(tokens);
	if (tokens === 1) return estimate ? l10n.t("≈ 1 token") : l10n.t("1 token");
	return estimate ? l10n.t("≈ {0} tokens", number) : l10n.t("{0} tokens", number);
}

/** Formats a count in the page's language. */
export function countText(count: number): string {
	return numberText(count, document.documentElement.lang);
}

import * as l10n from "@vscode/l10n";

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as a language writes it.
 *
 * The first one takes some 20 ms, most of it for what is common to all, and to make another's format still longer than to
 * write with it.
 *
 * @param language empty for English.
 */
export function numberText(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
	const key = `${language} ${JSON.stringify(options)}`;
	const format = formats.get(key) ?? new Intl.NumberFormat(language || "en", options);
	formats.set(key, format);
	return format.format(value);
}

/** So many tokens, in words; an estimate says so. */
export function tokensText(tokens: number, estimate: boolean): string {
	const number = countText(tokens);
	if (tokens === 1) return estimate ? l10n.t("≈ 1 token") : l10n.t("1 token");
	return estimate ? l10n.t("≈ {0} tokens", number) : l10n.t("{0} tokens", number);
}

/** A count as the page's language writes it. */
export function countText(count: number): string {
	return numberText(count, document.documentElement.lang);
}

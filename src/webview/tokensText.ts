import * as l10n from "@vscode/l10n";
import { numberText } from "../shared/numberText";

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

import * as l10n from "@vscode/l10n";
import { numberText } from "./numberText";

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

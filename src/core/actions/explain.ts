import * as l10n from "@vscode/l10n";
import type { Action } from "./action";

/** Says what a piece of code does, how, and what to watch out for. */
export const explain: Action = {
	id: "explain",
	icon: "lightbulb",
	description: () => l10n.t("Explains the selection, or the symbol at the cursor"),
	question: ({ path, languageId, symbol, around }) => {
		const what = symbol
			? l10n.t("Explain `{0}` from {1} ({2}): what it does, how, and what to watch out for.", symbol, path, languageId)
			: l10n.t("Explain this code from {0} ({1}): what it does, how, and what to watch out for.", path, languageId);
		return around ? `${what} ${l10n.t("The lines around it are given for context only.")}` : what;
	},
};

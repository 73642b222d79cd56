import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Explains a piece of code: its purpose, how it works, and its pitfalls. */
export const explain: Action = {
	id: "explain",
	icon: "lightbulb",
	takes: ["imports", "around"],
	makes: "answer",
	title: () => l10n.t("Explain"),
	description: () => l10n.t("Explains the selection, or the symbol at the cursor"),
	question: (code) => l10n.t("Explain {0}: what it does, how, and what to watch out for.", code),
};

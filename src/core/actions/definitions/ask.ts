import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Answers a question about a piece of code. */
export const ask: Action = {
	id: "ask",
	icon: "comment",
	takes: ["problems", "imports", "around"],
	makes: "answer",
	instructionPrompt: () => l10n.t("What do you want to know about the code?"),
	title: () => l10n.t("Ask"),
	description: () => l10n.t("Answers a question about the selection, or about the symbol at the cursor"),
	question: (code) => l10n.t("This is about {0}.", code),
};

import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Rewrites a piece of code as the user asks. */
export const refactor: Action = {
	id: "refactor",
	icon: "symbol-structure",
	takes: ["imports", "around"],
	makes: "edit",
	instructionPrompt: () => l10n.t("How should the code be changed? For example: split it into smaller functions"),
	title: () => l10n.t("Refactor"),
	description: () => l10n.t("Rewrites the code as you ask, without changing what it does"),
	question: (code) => l10n.t("Refactor {0} as described above, without changing what it does.", code),
};

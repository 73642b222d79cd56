import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Rewrites a piece of code as the user asks. */
export const refactor: Action = {
	id: "refactor",
	icon: "symbol-structure",
	takes: ["imports", "around"],
	makes: "edit",
	instructionPrompt: () => l10n.t("How shall the code be changed? For example: split it into smaller functions"),
	title: () => l10n.t("Refactor"),
	description: () => l10n.t("Changes how the code is written, as you say; it does the same as before"),
	question: (code) => l10n.t("Refactor {0} as is said above; what it does stays the same.", code),
};

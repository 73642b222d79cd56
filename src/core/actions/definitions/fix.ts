import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Fixes problems in a piece of code. */
export const fix: Action = {
	id: "fix",
	icon: "wrench",
	takes: ["problems", "imports", "around"],
	makes: "edit",
	title: () => l10n.t("Fix"),
	description: () => l10n.t("Fixes problems in the selection, or in the symbol at the cursor"),
	question: (code) => l10n.t("Fix {0}: correct what is wrong, and change nothing else.", code),
};

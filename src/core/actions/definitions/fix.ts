import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Fixes problems in a piece of code. */
export const fix: Action = {
	id: "fix",
	icon: "wrench",
	takes: ["problems", "imports", "around"],
	makes: "edit",
	title: () => l10n.t("Fix"),
	description: () => l10n.t("Mends what is wrong with the selection, or with the symbol at the cursor"),
	question: (code) => l10n.t("Fix {0}: mend what is wrong with it, and change no more than that needs.", code),
};

import * as l10n from "@vscode/l10n";
import type { Action } from "../action";
import { fix } from "./fix";

/** Fixes the problems that VS Code shows at a position. */
export const fixProblem: Action = {
	...fix,
	id: "fixProblem",
	question: (code) => l10n.t("Fix the listed problems in {0}, and change nothing else.", code),
};

/** Explains the problems that VS Code shows at a position, and how to solve them. */
export const explainProblem: Action = {
	id: "explainProblem",
	icon: "lightbulb",
	takes: ["problems", "imports", "around"],
	makes: "answer",
	title: () => l10n.t("Explain"),
	description: () => l10n.t("Explains the problems at the cursor"),
	question: (code) =>
		l10n.t("Explain the listed problems in {0}: what they mean, why they occur, and how to fix them.", code),
};

import * as l10n from "@vscode/l10n";
import type { Action } from "../action";
import { testFilePath } from "../testFilePath";

/** Writes tests for a piece of code, in a file of their own. */
export const writeTests: Action = {
	id: "writeTests",
	icon: "beaker",
	takes: ["imports", "around"],
	makes: "newFile",
	newPath: testFilePath,
	title: () => l10n.t("Write Tests"),
	description: () => l10n.t("Writes tests for the selection, or for the symbol at the cursor"),
	question: (code) =>
		l10n.t(
			"Write tests for {0}: the usual cases, the edge cases, and what must fail. Test what it does, not how.",
			code,
		),
};

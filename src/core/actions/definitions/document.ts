import * as l10n from "@vscode/l10n";
import type { Action } from "../action";

/** Writes doc comments for a piece of code. */
export const document: Action = {
	id: "document",
	icon: "book",
	takes: ["around"],
	makes: "edit",
	keepsCode: true,
	title: () => l10n.t("Document"),
	description: () => l10n.t("Writes doc comments for the selection, or for the symbol at the cursor"),
	question: (code) =>
		l10n.t(
			"Document {0}: write doc comments in the form that its language uses and in the file's style; change no code.",
			code,
		),
};

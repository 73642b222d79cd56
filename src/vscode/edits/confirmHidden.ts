import * as vscode from "vscode";
import type { OpenHunk } from "../../core/edits/textEdit";
import { hiddenCharacters } from "../../shared/hiddenCharacters";
import { confirmRisk } from "./confirmRisk";

/** So many places are told. */
const mostTold = 8;

/** Calls out the characters in these hunks that nobody sees, and asks; true where there are none. */
export async function confirmHidden(hunks: readonly OpenHunk[]): Promise<boolean> {
	const found = hunks.flatMap(({ hunk, line }) =>
		hunk.added.flatMap((text, index) =>
			hiddenCharacters(text).map(({ number }) => ({ number, line: line + index + 1 })),
		),
	);
	if (found.length === 0) return true;
	const told = found.slice(0, mostTold).map(({ number, line }) => vscode.l10n.t("line {0}: {1}", line, number));
	return confirmRisk({
		question: vscode.l10n.t(
			"This change holds characters that nobody sees. They can make code do something else than it seems to.",
		),
		detail: [...told, ...(found.length > mostTold ? ["…"] : [])].join("\n"),
		yes: vscode.l10n.t("Accept It Anyway"),
	});
}

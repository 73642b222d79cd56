import * as vscode from "vscode";
import { hiddenCharacters } from "../../../shared/text/hiddenCharacters";
import { confirmRisk } from "../../workspace/confirmRisk";

/** Maximum number of invisible characters that the warning lists. */
const mostShown = 8;

/** Lines to write. */
interface AddedLines {
	/** The number of the first line in the resulting text, counted from 0. */
	readonly line: number;
	readonly added: readonly string[];
}

/** Warns of invisible characters in these lines and asks whether to accept them; returns true if there are none. */
export async function confirmHidden(lines: readonly AddedLines[]): Promise<boolean> {
	const found = lines.flatMap(({ line, added }) =>
		added.flatMap((text, index) => hiddenCharacters(text).map(({ number }) => ({ number, line: line + index + 1 }))),
	);
	if (found.length === 0) return true;
	const shown = found.slice(0, mostShown).map(({ number, line }) => vscode.l10n.t("line {0}: {1}", line, number));
	return confirmRisk({
		question: vscode.l10n.t(
			"This change contains invisible characters. They can make code do something other than what it seems to do.",
		),
		detail: [...shown, ...(found.length > mostShown ? ["…"] : [])].join("\n"),
		yes: vscode.l10n.t("Accept Anyway"),
	});
}

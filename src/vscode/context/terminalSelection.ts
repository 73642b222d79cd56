import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import { copiedText } from "../../core/context/copiedText";

/**
 * What is selected in the terminal that was used last. VS Code tells an extension of no selection there, but copies it: so
 * the clipboard lends a hand, and gets its text back, if it held one.
 *
 * @throws UserError when nothing is selected.
 */
export async function terminalSelection(): Promise<ContextSource> {
	const { activeTerminal } = vscode.window;
	if (!activeTerminal) throw new UserError(vscode.l10n.t("There is no terminal."));
	const text = await copiedText(vscode.env.clipboard, () =>
		vscode.commands.executeCommand("workbench.action.terminal.copySelection"),
	);
	if (text === undefined || text.trim() === "")
		throw new UserError(vscode.l10n.t("Nothing is selected in the terminal. Select some of its text first."));
	return { type: "terminal", name: activeTerminal.name, text };
}

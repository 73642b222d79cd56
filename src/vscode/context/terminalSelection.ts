import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import { copiedText } from "../../core/context/copiedText";

/**
 * Returns the selection in the last used terminal. VS Code has no API for it but can copy it, so this goes through the
 * clipboard and restores the clipboard's text, if it had one.
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

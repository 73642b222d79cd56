import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";

/**
 * What is selected in the terminal that was used last. VS Code tells an extension of no selection there, but copies it: so
 * the clipboard lends a hand, and gets its text back.
 *
 * @throws UserError when nothing is selected.
 */
export async function terminalSelection(): Promise<ContextSource> {
	const { activeTerminal } = vscode.window;
	if (!activeTerminal) throw new UserError(vscode.l10n.t("There is no terminal."));
	const before = await vscode.env.clipboard.readText();
	// Unlike anything that may be selected, to tell whether something was copied.
	const mark = crypto.randomUUID();
	let text: string;
	try {
		await vscode.env.clipboard.writeText(mark);
		await vscode.commands.executeCommand("workbench.action.terminal.copySelection");
		text = await vscode.env.clipboard.readText();
	} finally {
		await vscode.env.clipboard.writeText(before);
	}
	if (text === mark || text.trim() === "")
		throw new UserError(vscode.l10n.t("Nothing is selected in the terminal. Select some of its text first."));
	return { type: "terminal", name: activeTerminal.name, text };
}

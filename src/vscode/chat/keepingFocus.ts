import * as vscode from "vscode";
import { questionCount } from "../adapters/messages";
import { commandIds } from "../commands";

/**
 * Runs something for the panel. If it asks the user a question, moves the keyboard back to the message box afterwards:
 * when a quick pick closes, VS Code moves it to the editor, into which the user would then type the rest of their
 * message.
 */
export async function keepingFocus<Result>(run: () => Promise<Result>): Promise<Result> {
	const before = questionCount();
	try {
		return await run();
	} finally {
		if (questionCount() > before) await vscode.commands.executeCommand(commandIds.openChat);
	}
}

import * as vscode from "vscode";
import type { Action } from "../../core/actions/action";
import type { CodeContext } from "../../core/actions/codeContext";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import type { ChatContext } from "../../core/context/chatContext";
import { focusChat } from "../commands";
import { type ActionDeps, actionQuestion } from "./actionQuestion";
import { codeContext } from "./codeContext";
import { type CodePlace, codeAtCursor } from "./codePlace";

export interface RunActionDeps extends ActionDeps {
	readonly context: ChatContext;
	readonly connections: ConnectionStore;
}

/**
 * Has an action done with the code at the cursor of the active editor.
 *
 * @throws UserError when there is no code, or nobody to ask.
 */
export async function runAction(action: Action, deps: RunActionDeps): Promise<void> {
	const place = await codeAtCursor(vscode.window.activeTextEditor);
	await runActionOn(action, place, codeContext(place), deps);
}

/** Has an action done with a piece of code. */
export async function runActionOn(
	action: Action,
	place: CodePlace,
	context: CodeContext,
	deps: RunActionDeps,
): Promise<void> {
	deps.connections.required();
	const wish = action.wish
		? await vscode.window.showInputBox({ prompt: action.wish(), title: action.description() })
		: "";
	if (wish === undefined || (action.wish && wish.trim() === "")) return;
	const question = await actionQuestion(action, place, context, wish, deps);
	if (!question) return;
	await vscode.commands.executeCommand(focusChat);
	await deps.context.ask(question);
}

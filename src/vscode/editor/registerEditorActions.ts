import * as vscode from "vscode";
import type { Action } from "../../core/actions/action";
import { explain } from "../../core/actions/explain";
import { Disposables } from "../../core/base/disposables";
import type { ChatSession } from "../../core/chat/chatSession";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { type Commands, focusChat } from "../commands";
import { actionQuestion } from "./actionQuestion";

interface EditorActionDeps {
	readonly commands: Commands;
	readonly session: ChatSession;
	readonly connections: ConnectionStore;
}

/** What one can have done with code, from the editor's context menu and the palette. */
export function registerEditorActions({ commands, session, connections }: EditorActionDeps): vscode.Disposable {
	const disposables = new Disposables();

	async function ask(action: Action): Promise<void> {
		const { text, attachments } = await actionQuestion(action, vscode.window.activeTextEditor);
		connections.required();
		await vscode.commands.executeCommand(focusChat);
		await session.ask(text, attachments);
	}

	disposables.add(commands.register("explain", () => ask(explain)));
	return disposables;
}

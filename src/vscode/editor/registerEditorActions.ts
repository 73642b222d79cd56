import * as vscode from "vscode";
import { type Action, attachmentsOf } from "../../core/actions/action";
import { explain } from "../../core/actions/explain";
import { Disposables } from "../../core/base/disposables";
import { UserError } from "../../core/base/errors";
import type { ChatSession } from "../../core/chat/chatSession";
import type { ConnectionStore } from "../../core/connections/connectionStore";
import { type Commands, focusChat } from "../commands";
import { codeContext } from "./codeContext";

interface EditorActionDeps {
	readonly commands: Commands;
	readonly session: ChatSession;
	readonly connections: ConnectionStore;
}

/** What one can have done with code, from the editor's context menu and the palette. */
export function registerEditorActions({ commands, session, connections }: EditorActionDeps): vscode.Disposable {
	const disposables = new Disposables();

	async function ask(action: Action): Promise<void> {
		const editor = vscode.window.activeTextEditor;
		if (!editor) throw new UserError(vscode.l10n.t("Open a file and select the code first."));
		connections.required();
		const context = await codeContext(editor);
		if (context.selected.text.trim() === "")
			throw new UserError(vscode.l10n.t("There is no code at the cursor. Select some first."));
		await vscode.commands.executeCommand(focusChat);
		await session.ask(action.question(context), attachmentsOf(context));
	}

	disposables.add(commands.register("explain", () => ask(explain)));
	return disposables;
}

import type * as vscode from "vscode";
import { editorActions } from "../../../core/actions/definitions/editorActions";
import { explainProblem, fixProblem } from "../../../core/actions/definitions/problemActions";
import { Disposables } from "../../../core/base/disposables";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import type { Commands } from "../../commands";
import { assertEditable } from "../assertEditable";
import type { Editing } from "../edits/editing";
import type { RunActionDeps } from "./runAction";

interface EditorActionDeps {
	readonly commands: Commands;
	readonly gateways: { readonly connections: ConnectionStore };
	readonly chat: Pick<RunActionDeps, "window" | "context">;
	readonly editing: Editing;
}

/** Registers the actions on code, for the editor's context menu, the command palette and the light bulb. */
export function registerEditorActions({ commands, gateways, chat, editing }: EditorActionDeps): vscode.Disposable {
	const { connections } = gateways;
	const { window, context } = chat;
	const deps: RunActionDeps = { commands, connections, window, context, editing };
	const disposables = new Disposables();
	// The code that runs them is loaded on first use.
	for (const action of editorActions) {
		disposables.add(
			commands.registerAction(action, async (options) => {
				if (action.makes === "edit") assertEditable(options);
				return (await import("./runAction")).runAction(action, deps);
			}),
		);
	}
	for (const action of [fixProblem, explainProblem]) {
		disposables.add(
			commands.registerAction(action, async (...args) =>
				(await import("./runProblemAction")).runProblemAction(action, args, deps),
			),
		);
	}
	return disposables;
}

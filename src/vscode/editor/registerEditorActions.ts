import type * as vscode from "vscode";
import { editorActions } from "../../core/actions/editorActions";
import { Disposables } from "../../core/base/disposables";
import { assertEditable } from "./assertEditable";
import { registerProblemActions } from "./problemActions";
import type { RunActionDeps } from "./runAction";

/** What one can have done with code, from the editor's context menu, the palette and the light bulb. */
export function registerEditorActions(deps: RunActionDeps): vscode.Disposable {
	const disposables = new Disposables();
	for (const action of editorActions) {
		// Loaded with its first use.
		disposables.add(
			deps.commands.registerAction(action, async (options) => {
				if (action.makes === "edit") assertEditable(options);
				return (await import("./runAction")).runAction(action, deps);
			}),
		);
	}
	disposables.add(registerProblemActions(deps));
	return disposables;
}

import * as vscode from "vscode";
import { until } from "./shownEdit";

/**
 * Shows a document with a selection, and waits until the extension host knows of it: the selection may be reported
 * later than the editor.
 */
export async function showSelected(document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
	// Not set afterwards: what VS Code reports of an editor that has just opened would undo it.
	await vscode.window.showTextDocument(document, { selection });
	await until(() => {
		const editor = vscode.window.activeTextEditor;
		return editor?.document === document && editor.selection.isEqual(selection) ? true : undefined;
	});
}

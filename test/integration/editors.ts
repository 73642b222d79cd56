import * as vscode from "vscode";
import { until } from "./shownEdit";

let made = 0;

/**
 * Opens an unsaved document with a text, under a unique name: VS Code gives a new document the name of one that
 * was closed, and may return that one, with its old text.
 *
 * @param extension determines its language.
 */
export async function untitledDocument(content: string, extension = "txt"): Promise<vscode.TextDocument> {
	const uri = vscode.Uri.from({ scheme: "untitled", path: `made-${++made}.${extension}` });
	const document = await vscode.workspace.openTextDocument(uri);
	const edit = new vscode.WorkspaceEdit();
	edit.insert(uri, new vscode.Position(0, 0), content);
	await vscode.workspace.applyEdit(edit);
	await until(() => (document.getText() === content ? true : undefined));
	return document;
}

/**
 * Shows a document with a selection, and waits until the extension host has received it: the selection may be reported
 * later than the editor.
 */
export async function showSelected(document: vscode.TextDocument, selection: vscode.Range): Promise<void> {
	// Not set afterwards: VS Code's report about a new editor would undo it.
	await vscode.window.showTextDocument(document, { selection });
	await until(() => {
		const editor = vscode.window.activeTextEditor;
		return editor?.document === document && editor.selection.isEqual(selection) ? true : undefined;
	});
}

/** Closes every editor without a question, even if it is not saved. */
export async function closeEditors(): Promise<void> {
	const { tabGroups } = vscode.window;
	while (tabGroups.activeTabGroup.activeTab) {
		const { activeTab } = tabGroups.activeTabGroup;
		await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
		await until(() => (tabGroups.activeTabGroup.activeTab === activeTab ? undefined : true));
	}
}

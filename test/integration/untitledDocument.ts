import * as vscode from "vscode";
import { until } from "./shownEdit";

let made = 0;

/**
 * Opens a document without a file that holds a text. Its name is its own: VS Code gives a new one the name of one that
 * was closed, and may hand out that one, with its old text.
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

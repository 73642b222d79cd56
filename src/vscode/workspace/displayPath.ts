import * as vscode from "vscode";
import { indexedUri, indexPath } from "./indexPaths";

/**
 * Returns the path relative to the workspace, as in the index: in a workspace of several folders, prefixed with the
 * folder's name. Outside the workspace, returns the name alone, so that the user's home folder is not disclosed.
 * `urisOf` is the inverse.
 */
export function displayPath(uri: vscode.Uri): string {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	// For a workspace folder itself, VS Code returns the absolute path.
	const inside = folder !== undefined && folder.uri.toString() !== uri.toString();
	return inside ? indexPath(folder, uri) : nameOf(uri);
}

/** Returns the files that a displayed path may refer to, the most likely first; some paths omit the folder's name. */
export function urisOf(path: string): readonly vscode.Uri[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return [indexedUri(path) ?? [], folders.map(({ uri }) => vscode.Uri.joinPath(uri, path))].flat(2);
}

/** Returns the last segment of a URI's path. */
export function nameOf(uri: vscode.Uri): string {
	return uri.path.replace(/\/$/, "").split("/").at(-1) ?? uri.path;
}

/** Returns the notebook that a cell belongs to; `undefined` for anything else. */
export function notebookOf(cell: vscode.Uri): vscode.Uri | undefined {
	const isIt = ({ document }: vscode.NotebookCell) => document.uri.toString() === cell.toString();
	return vscode.workspace.notebookDocuments.find((notebook) => notebook.getCells().some(isIt))?.uri;
}

import * as vscode from "vscode";
import { indexedUri, indexPath } from "./workspace/workspacePaths";

/**
 * Relative to the workspace, in one of several folders with the folder's name before it, as the index has it; outside of it
 * the name alone, for nobody needs to know whose home folder it is in. `urisOf` leads back.
 */
export function pathToTell(uri: vscode.Uri): string {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	// Of a workspace's folder itself VS Code gives the whole path.
	const inside = folder !== undefined && folder.uri.toString() !== uri.toString();
	return inside ? indexPath(folder, uri) : nameOf(uri);
}

/** The files that such a path may mean, what is most likely first: some name a file without its folder. */
export function urisOf(path: string): readonly vscode.Uri[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return [indexedUri(path) ?? [], folders.map(({ uri }) => vscode.Uri.joinPath(uri, path))].flat(2);
}

/** The last part of an address. */
export function nameOf(uri: vscode.Uri): string {
	return uri.path.replace(/\/$/, "").split("/").at(-1) ?? uri.path;
}

import * as vscode from "vscode";

/** Relative to the workspace; outside of it the name alone, for nobody needs to know whose home folder it is in. */
export function pathToTell(uri: vscode.Uri): string {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	// Of a workspace's folder itself VS Code gives the whole path.
	const inside = folder !== undefined && folder.uri.toString() !== uri.toString();
	return inside ? vscode.workspace.asRelativePath(uri, false) : nameOf(uri);
}

/** The last part of an address. */
export function nameOf(uri: vscode.Uri): string {
	return uri.path.replace(/\/$/, "").split("/").at(-1) ?? uri.path;
}

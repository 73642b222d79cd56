import * as vscode from "vscode";

/** Returns a file's path in the index; in a workspace of several folders, prefixed with the folder's name. */
export function indexPath(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
	const path = uri.path.slice(folder.uri.path.replace(/\/$/, "").length + 1);
	const prefix = folderPath(folder);
	return prefix === "" ? path : `${prefix}/${path}`;
}

/** Returns the file of a path in the index; `undefined` when its folder is gone. */
export function indexedUri(path: string): vscode.Uri | undefined {
	const place = indexedPlace(path);
	return place && vscode.Uri.joinPath(place.folder.uri, place.path);
}

/** Returns the folder of a path in the index, and the path in that folder. */
export function indexedPlace(
	path: string,
): { readonly folder: vscode.WorkspaceFolder; readonly path: string } | undefined {
	for (const folder of vscode.workspace.workspaceFolders ?? []) {
		const prefix = folderPath(folder);
		if (prefix === "") return { folder, path };
		if (path.startsWith(`${prefix}/`)) return { folder, path: path.slice(prefix.length + 1) };
	}
	return undefined;
}

/** Returns a workspace folder's name in the index, which is unique; empty for the only folder. */
export function folderPath({ name, index }: vscode.WorkspaceFolder): string {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (folders.length < 2) return "";
	const plain = name.replaceAll("/", "∕");
	return folders.some((other) => other.index < index && other.name === name) ? `${plain} (${index + 1})` : plain;
}

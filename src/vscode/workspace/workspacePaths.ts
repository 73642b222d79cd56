import * as vscode from "vscode";

/** What a file of the workspace is called in the index; in one of several folders, with the folder's name before it. */
export function indexPath(folder: vscode.WorkspaceFolder, uri: vscode.Uri): string {
	const path = uri.path.slice(folder.uri.path.replace(/\/$/, "").length + 1);
	const prefix = folderPath(folder);
	return prefix === "" ? path : `${prefix}/${path}`;
}

/** The file that the index calls so; `undefined` when its folder is gone. */
export function indexedUri(path: string): vscode.Uri | undefined {
	const place = indexedPlace(path);
	return place && vscode.Uri.joinPath(place.folder.uri, place.path);
}

/** The same as its folder, and its path in that. */
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

/** What a folder of the workspace is called in the index, where two may have the same name; empty for the only one. */
export function folderPath({ name, index }: vscode.WorkspaceFolder): string {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (folders.length < 2) return "";
	const plain = name.replaceAll("/", "∕");
	return folders.some((other) => other.index < index && other.name === name) ? `${plain} (${index + 1})` : plain;
}

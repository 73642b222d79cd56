import * as vscode from "vscode";
import { realPathIn, realPathOf } from "../../core/edits/apply/realPathIn";
import { realPaths } from "../adapters/realPaths";

/**
 * Returns the real path of a file of the workspace, relative to its folder; `undefined` if it is elsewhere. Links are
 * followed only on this computer's disks.
 */
export async function realPath(uri: vscode.Uri): Promise<string | undefined> {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	if (!folder) return undefined;
	const path = vscode.workspace.asRelativePath(uri, false);
	return folder.uri.scheme === "file" ? realPathIn(folder.uri.fsPath.replaceAll("\\", "/"), path, realPaths) : path;
}

/**
 * Returns the real URI of a file of the workspace, or of a deleted one; `undefined` if it is in none of its folders.
 */
export async function realUri(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
	if (uri.scheme !== "file") return uri;
	const real = await realPathOf(uri.fsPath.replaceAll("\\", "/"), realPaths);
	if (real === undefined) return undefined;
	for (const { uri: folder } of vscode.workspace.workspaceFolders ?? []) {
		const root = folder.scheme === "file" ? await realPaths.realPath(folder.fsPath) : undefined;
		if (root === undefined) continue;
		if (real === root) return folder;
		// Under the folder's own path, which may be a link itself.
		if (real.startsWith(`${root.replace(/\/$/, "")}/`)) return vscode.Uri.joinPath(folder, real.slice(root.length));
	}
	return undefined;
}

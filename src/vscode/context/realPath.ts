import * as vscode from "vscode";
import { realPathIn } from "../../core/context/realPathIn";
import { realPaths } from "../adapters/realPaths";

/**
 * Where a file of the workspace really is, relative to its folder; `undefined` when that is elsewhere. Only this computer's
 * disks have links that could be followed.
 */
export async function realPath(uri: vscode.Uri): Promise<string | undefined> {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	if (!folder) return undefined;
	const path = vscode.workspace.asRelativePath(uri, false);
	return folder.uri.scheme === "file" ? realPathIn(folder.uri.fsPath.replaceAll("\\", "/"), path, realPaths) : path;
}

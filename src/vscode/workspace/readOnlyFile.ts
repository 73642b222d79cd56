import * as vscode from "vscode";
import { isWriteProtected } from "../adapters/realPaths";
import { vscodeSetting } from "./vscodeSettings";

/**
 * Returns whether VS Code opens a document for reading only: its file system cannot be written to, or the user's settings
 * or the file's permissions say so. The
 * state of an editor that a command made read-only is available to key bindings only.
 */
export async function isReadOnlyFile(document: vscode.TextDocument): Promise<boolean> {
	const { uri, isUntitled } = document;
	if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return true;
	if (isUntitled) return false;
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	const { match: score } = vscode.languages;
	/** Whether a setting has a glob that fits, from the root of the disk or that of the folder. */
	const names = (setting: string) =>
		Object.entries(vscodeSetting<Record<string, unknown>>("files", setting, {}, uri)).some(
			([glob, on]) =>
				on === true &&
				[glob, ...(folder ? [new vscode.RelativePattern(folder, glob)] : [])].some(
					(pattern) => score({ pattern }, document) > 0,
				),
		);
	if (names("readonlyInclude")) return !names("readonlyExclude");
	const fromPermissions = vscodeSetting("files", "readonlyFromPermissions", false, uri);
	if (fromPermissions && uri.scheme === "file" && (await isWriteProtected(uri.fsPath))) return true;
	return isProvidedReadOnly(uri);
}

/** Returns whether the file's provider says that it cannot be written to. */
async function isProvidedReadOnly(uri: vscode.Uri): Promise<boolean> {
	try {
		const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
		return (permissions & vscode.FilePermission.Readonly) !== 0;
	} catch {
		// It is not there yet, or belongs to a notebook.
		return false;
	}
}

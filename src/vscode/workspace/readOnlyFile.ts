import * as vscode from "vscode";
import { type PlacedFile, readOnlyBySettings } from "../../core/context/readOnlyGlobs";
import { isWriteProtected } from "../adapters/realPaths";
import { vscodeSetting } from "./vscodeSettings";

/**
 * Returns whether VS Code opens a file as read-only, because of its file system, the user's settings or the file's
 * permissions. The state of an editor that a command made read-only is available to key bindings only.
 */
export async function isReadOnlyFile(uri: vscode.Uri): Promise<boolean> {
	if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) return true;
	if (uri.scheme === "untitled") return false;
	const [include, exclude] = ["readonlyInclude", "readonlyExclude"].map((name) =>
		vscodeSetting<unknown>("files", name, {}, uri),
	);
	const bySettings = readOnlyBySettings(placedFile(uri), { include, exclude });
	if (bySettings !== undefined) return bySettings;
	const fromPermissions = vscodeSetting("files", "readonlyFromPermissions", false, uri);
	if (fromPermissions && uri.scheme === "file" && (await isWriteProtected(uri.fsPath))) return true;
	return isProvidedReadOnly(uri);
}

function placedFile(uri: vscode.Uri): PlacedFile {
	const pathOf = ({ scheme, fsPath, path }: vscode.Uri) => (scheme === "file" ? fsPath : path);
	const path = pathOf(uri);
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	if (!folder) return { path };
	const top = pathOf(folder.uri).replace(/(?<![/\\])[/\\]+$/, "");
	return { path, inFolder: path.slice(top.length + 1) };
}

/** Returns whether the file system's provider reports the file as read-only. */
async function isProvidedReadOnly(uri: vscode.Uri): Promise<boolean> {
	try {
		const { permissions = 0 } = await vscode.workspace.fs.stat(uri);
		return (permissions & vscode.FilePermission.Readonly) !== 0;
	} catch {
		// It is not there yet, or belongs to a notebook.
		return false;
	}
}

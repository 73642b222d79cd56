import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";

/** Where a workspace says what assistants should know, beginning at its folders. */
const paths = ["AGENTS.md", ".github/copilot-instructions.md"];

/** The instructions that a workspace has for assistants; none where it is not trusted. */
export async function instructionFiles(): Promise<readonly ContextSource[]> {
	if (!vscode.workspace.isTrusted) return [];
	const folders = vscode.workspace.workspaceFolders ?? [];
	const uris = folders.flatMap((folder) => paths.map((path) => vscode.Uri.joinPath(folder.uri, path)));
	const there = await Promise.all(uris.map(isThere));
	return uris.filter((_, i) => there[i]).map((uri) => ({ type: "instructions", uri: uri.toString() }));
}

/** Anything but a folder: what is no regular file is refused with its reason when it is read. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		({ type }) => (type & vscode.FileType.Directory) === 0,
		// There is none: the usual case.
		() => false,
	);
}

import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";

/** Paths of the instructions for assistants, relative to a workspace folder. */
const paths = ["AGENTS.md", ".github/copilot-instructions.md"];

/** Returns the workspace's instructions for assistants; none where it is not trusted. */
export async function instructionFiles(): Promise<readonly ContextSource[]> {
	if (!vscode.workspace.isTrusted) return [];
	const folders = vscode.workspace.workspaceFolders ?? [];
	const uris = folders.flatMap((folder) => paths.map((path) => vscode.Uri.joinPath(folder.uri, path)));
	const there = await Promise.all(uris.map(isThere));
	return uris.filter((_, i) => there[i]).map((uri) => ({ type: "instructions", uri: uri.toString() }));
}

/**
 * Returns whether something other than a folder exists; a file that is not regular is refused, with the reason, when it
 * is read.
 */
async function isThere(uri: vscode.Uri): Promise<boolean> {
	return vscode.workspace.fs.stat(uri).then(
		({ type }) => (type & vscode.FileType.Directory) === 0,
		// There is no such file: the usual case.
		() => false,
	);
}

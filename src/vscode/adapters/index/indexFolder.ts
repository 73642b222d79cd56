import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { indexedWorkspace } from "../../../core/search/model/indexedWorkspace";
import { indexesIn } from "./indexesIn";

/**
 * Returns the folder for this workspace's indexes. This is not the workspace's own storage, because VS Code gives a
 * second window on the same workspace a different one.
 *
 * @param globalStorage the folder that all windows share.
 */
export function indexFolder(globalStorage: vscode.Uri): vscode.Uri {
	const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
	const folders = workspaceFolders.map(({ uri }) => uri);
	const name = createHash("sha256").update(indexedWorkspace(workspaceFile, folders)).digest("hex").slice(0, 32);
	return vscode.Uri.joinPath(globalStorage, "index", name);
}

/** Returns whether there is an index of this workspace, for any model. @throws the file system's error. */
export async function hasIndex(globalStorage: vscode.Uri): Promise<boolean> {
	return (await indexesIn(indexFolder(globalStorage).fsPath)).length > 0;
}

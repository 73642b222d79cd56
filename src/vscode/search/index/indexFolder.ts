import { createHash } from "node:crypto";
import * as vscode from "vscode";
import { indexedWorkspace } from "../../../core/search/model/indexedWorkspace";
import { indexesIn } from "./indexesIn";

/**
 * Where the indexes of this workspace are kept. Not in the workspace's own storage: a second window on the same workspace
 * gets another one of VS Code.
 *
 * @param globalStorage the folder that all windows share.
 */
export function indexFolder(globalStorage: vscode.Uri): vscode.Uri {
	const { workspaceFile, workspaceFolders = [] } = vscode.workspace;
	const folders = workspaceFolders.map(({ uri }) => uri);
	const name = createHash("sha256").update(indexedWorkspace(workspaceFile, folders)).digest("hex").slice(0, 32);
	return vscode.Uri.joinPath(globalStorage, "index", name);
}

/** Whether there is an index of this workspace at all, of whichever model. @throws the file system's error. */
export async function hasIndex(globalStorage: vscode.Uri): Promise<boolean> {
	return (await indexesIn(indexFolder(globalStorage).fsPath)).length > 0;
}

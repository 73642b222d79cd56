import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import type { Attachment } from "../../shared/conversation";
import type { ReadOnlyDocuments } from "./readOnlyDocuments";

/** Shows where a pending attachment comes from. */
export async function openSource(source: ContextSource, documents: ReadOnlyDocuments): Promise<void> {
	switch (source.type) {
		case "file":
		case "image":
		case "instructions":
			await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(source.uri, true));
			break;
		case "lines":
			await openLines(vscode.Uri.parse(source.uri, true), source.lines);
			break;
		case "folder":
			await vscode.commands.executeCommand("revealInExplorer", vscode.Uri.parse(source.uri, true));
			break;
		case "problems":
			await vscode.commands.executeCommand("workbench.actions.view.problems");
			break;
		case "changes":
			await vscode.commands.executeCommand("workbench.view.scm");
			break;
		case "terminal":
			await documents.show(`${source.name}.txt`, source.text);
	}
}

/** Shows what was sent: the place in the file while it is there, else the text as it was. */
export async function openSent(
	{ path, lines, text, kind, name }: Attachment,
	documents: ReadOnlyDocuments,
): Promise<void> {
	if (kind !== "changes" && kind !== "terminal" && kind !== "problems" && kind !== "folder") {
		for (const { uri: folder } of vscode.workspace.workspaceFolders ?? []) {
			const uri = vscode.Uri.joinPath(folder, path);
			try {
				await vscode.workspace.fs.stat(uri);
			} catch {
				continue; // It is not in this folder.
			}
			return lines ? openLines(uri, lines) : await vscode.commands.executeCommand("vscode.open", uri);
		}
	}
	await documents.show(`${name.replaceAll("/", "∕")}${kind === "changes" ? ".diff" : ".txt"}`, text);
}

async function openLines(uri: vscode.Uri, [first, last]: readonly [number, number]): Promise<void> {
	const document = await vscode.workspace.openTextDocument(uri);
	const end = Math.min(last, document.lineCount) - 1;
	const selection = new vscode.Range(Math.min(first - 1, end), 0, end, document.lineAt(end).text.length);
	await vscode.window.showTextDocument(document, { selection });
}

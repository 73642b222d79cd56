import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import type { Attachment } from "../../shared/conversation";
import { readPlace } from "../../shared/placeReference";
import { inertName } from "../../shared/untrusted/inertText";
import { commandIds } from "../commands";
import { urisOf } from "../pathToTell";
import type { ReadOnlyDocuments } from "./readOnlyDocuments";
import { realPath } from "./realPath";

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
		case "codebase":
			await vscode.commands.executeCommand(commandIds.search);
			break;
		case "terminal":
			await documents.show(inertName(source.name), "txt", source.text);
	}
}

/** Shows what was sent: the place in the file while it is there, else the text as it was. */
export async function openSent(
	{ path, lines, text, kind, name }: Attachment,
	documents: ReadOnlyDocuments,
): Promise<void> {
	if (kind !== "changes" && kind !== "terminal" && kind !== "problems" && kind !== "folder") {
		const uri = await firstOf(path);
		if (uri) return lines ? openLines(uri, lines) : await vscode.commands.executeCommand("vscode.open", uri);
	}
	await documents.show(inertName(name), kind === "changes" ? "diff" : "txt", text);
}

/** Opens a place that an answer names. @throws UserError unless it is in the workspace, and behind no link that leads out of it. */
export async function openReference(text: string): Promise<void> {
	const place = readPlace(text);
	if (!place) throw new UserError(vscode.l10n.t("Links of this kind are not opened."));
	const { path, lines } = place;
	const uri = await firstOf(path);
	if (!uri || (await realPath(uri)) === undefined)
		throw new UserError(vscode.l10n.t("There is no {0} in this workspace.", path));
	const { type } = await vscode.workspace.fs.stat(uri);
	if (type & vscode.FileType.Directory) await vscode.commands.executeCommand("revealInExplorer", uri);
	else if (lines) await openLines(uri, lines);
	else await vscode.commands.executeCommand("vscode.open", uri);
}

/** The first file of the workspace that a path may mean and that is there. */
async function firstOf(path: string): Promise<vscode.Uri | undefined> {
	for (const uri of urisOf(path)) {
		try {
			await vscode.workspace.fs.stat(uri);
			return uri;
		} catch {
			// It is not in this folder.
		}
	}
	return undefined;
}

async function openLines(uri: vscode.Uri, [first, last]: readonly [number, number]): Promise<void> {
	const document = await vscode.workspace.openTextDocument(uri);
	const end = Math.min(last, document.lineCount) - 1;
	const selection = new vscode.Range(Math.min(first - 1, end), 0, end, document.lineAt(end).text.length);
	await vscode.window.showTextDocument(document, { selection });
}

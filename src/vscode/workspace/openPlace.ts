import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import type { Attachment } from "../../shared/conversation";
import { readPlace } from "../../shared/placeReference";
import { inertName } from "../../shared/untrusted/inertText";
import { commandIds } from "../commands";
import { urisOf } from "./displayPath";
import type { ReadOnlyDocuments } from "./readOnlyDocuments";
import { realPath } from "./realPath";

/** Shows the source of a pending attachment. */
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
			break;
		case "picture":
			throw new UserError(vscode.l10n.t("A pasted picture has no file that could be opened."));
	}
}

/**
 * Shows a sent attachment: its place if the file is in the workspace, otherwise the text as it was sent. An imported
 * conversation may name any path, so this opens no more files than an answer's links do.
 *
 * @throws UserError for an image that is not in the workspace, because there is no text to show.
 */
export async function openSent(
	{ path, lines, text, kind, name }: Attachment,
	documents: Pick<ReadOnlyDocuments, "show">,
): Promise<void> {
	const isPlace = kind !== "changes" && kind !== "terminal" && kind !== "problems" && kind !== "folder";
	if (isPlace && (await openInWorkspace(path, lines))) return;
	if (kind === "image") throw notHere(path);
	await documents.show(inertName(name), kind === "changes" ? "diff" : "txt", text);
}

const notHere = (path: string) => new UserError(vscode.l10n.t("There is no {0} in this workspace.", path));

/**
 * Opens a place that an answer names.
 *
 * @throws UserError unless it is in the workspace, and not behind a link that leads out of it.
 */
export async function openReference(text: string): Promise<void> {
	const place = readPlace(text);
	if (!place) throw new UserError(vscode.l10n.t("Links of this kind cannot be opened."));
	const { path, lines } = place;
	if (!(await openInWorkspace(path, lines))) throw notHere(path);
}

/** Opens a path from outside; returns `false` if it is not in the workspace, or behind a link that leads out of it. */
async function openInWorkspace(path: string, lines: readonly [number, number] | undefined): Promise<boolean> {
	for (const uri of urisOf(path)) {
		const type = await typeInWorkspace(uri);
		if (type === undefined) continue;
		if (type & vscode.FileType.Directory) await vscode.commands.executeCommand("revealInExplorer", uri);
		else if (lines) await openLines(uri, lines);
		else await vscode.commands.executeCommand("vscode.open", uri);
		return true;
	}
	return false;
}

/**
 * Returns the type of the file at a URI; `undefined` if there is none, or if its real path is outside the workspace.
 */
async function typeInWorkspace(uri: vscode.Uri): Promise<vscode.FileType | undefined> {
	if ((await realPath(uri)) === undefined) return undefined;
	try {
		return (await vscode.workspace.fs.stat(uri)).type;
	} catch {
		// There is no such file in this folder.
		return undefined;
	}
}

async function openLines(uri: vscode.Uri, [first, last]: readonly [number, number]): Promise<void> {
	const document = await vscode.workspace.openTextDocument(uri);
	const end = Math.min(last, document.lineCount) - 1;
	const selection = new vscode.Range(Math.min(first - 1, end), 0, end, document.lineAt(end).text.length);
	await vscode.window.showTextDocument(document, { selection });
}

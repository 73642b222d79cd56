import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { insideWorkspace } from "../../core/edits/apply/insideWorkspace";
import { type AllowedPath, allowedPath, isSensitiveOutside } from "../../core/edits/apply/pathRules";
import { inertPath } from "../../shared/untrusted/inertText";
import { realPaths } from "../adapters/realPaths";
import { confirmRisk } from "./confirmRisk";
import { nameOf } from "./displayPath";
import { isReadOnlyFile } from "./readOnlyFile";

/** A place in the workspace that may be written to. */
export interface WorkspacePlace extends AllowedPath {
	readonly uri: vscode.Uri;
}

/**
 * Returns the folder that paths are relative to: the active file's, otherwise the first.
 *
 * @throws UserError when no folder is open.
 */
export function baseFolder(): vscode.WorkspaceFolder {
	const active = vscode.window.activeTextEditor?.document.uri;
	const folder = (active && vscode.workspace.getWorkspaceFolder(active)) ?? vscode.workspace.workspaceFolders?.[0];
	if (!folder) throw new UserError(vscode.l10n.t("Open a folder first: there is no place for a new file."));
	return folder;
}

/**
 * Resolves a path in a workspace folder to its real location; called again right before writing.
 *
 * @throws UserError with the reason when the location may not be written to.
 */
export async function workspacePath(folder: vscode.WorkspaceFolder, path: string): Promise<WorkspacePlace> {
	// Links are followed only on this computer's disks.
	const allowed =
		folder.uri.scheme === "file"
			? await insideWorkspace(folder.uri.fsPath.replaceAll("\\", "/"), path, realPaths)
			: allowedPath(path);
	return { ...allowed, uri: vscode.Uri.joinPath(folder.uri, allowed.path) };
}

/**
 * Checks that a document can be written to, before requesting an answer that could not be used.
 *
 * @throws UserError with the reason if it cannot.
 */
export async function assertWritable(document: vscode.TextDocument): Promise<void> {
	if (await isReadOnlyFile(document.uri))
		throw new UserError(
			vscode.l10n.t("{0} is read-only in this editor, so it cannot be changed here.", nameOf(document.uri)),
		);
	await placeOf(document);
}

/**
 * Returns whether an accepted change of a document may be written; asks the user where necessary.
 *
 * @throws UserError with the reason when the document may not be written to.
 */
export async function mayWrite(document: vscode.TextDocument): Promise<boolean> {
	const place = await placeOf(document);
	if (place) return confirmSensitive(place);
	const path = document.uri.fsPath;
	return document.isUntitled || confirmSensitive({ path, sensitive: isSensitiveOutside(path) });
}

/**
 * Returns a document's place in the workspace; `undefined` outside it, for a document that the user opened themselves.
 */
async function placeOf({ uri, isUntitled }: vscode.TextDocument): Promise<WorkspacePlace | undefined> {
	if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) {
		throw new UserError(vscode.l10n.t("The file cannot be changed."));
	}
	const folder = isUntitled ? undefined : vscode.workspace.getWorkspaceFolder(uri);
	return folder && workspacePath(folder, vscode.workspace.asRelativePath(uri, false));
}

/**
 * Asks, at every write, about a file that can make VS Code or another tool run programs; returns true for all other
 * files.
 */
export async function confirmSensitive({ path, sensitive }: AllowedPath): Promise<boolean> {
	if (!sensitive) return true;
	return confirmRisk({
		question: vscode.l10n.t(
			"“{0}” can make VS Code or another tool run programs. Write it only if you understand what is in it.",
			inertPath(path),
		),
		yes: vscode.l10n.t("Write Anyway"),
	});
}

/** Returns whether a file or folder of that name exists. */
export async function isTaken(uri: vscode.Uri): Promise<boolean> {
	try {
		await vscode.workspace.fs.stat(uri);
		return true;
	} catch {
		return false;
	}
}

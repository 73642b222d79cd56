import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { insideWorkspace } from "../../core/edits/insideWorkspace";
import { type AllowedPath, allowedPath } from "../../core/edits/pathRules";
import { inertPath } from "../../shared/untrusted/inertText";
import { realPaths } from "../adapters/realPaths";
import { confirmRisk } from "./confirmRisk";

/** A place in the workspace that may be written to. */
export interface WorkspacePlace extends AllowedPath {
	readonly uri: vscode.Uri;
}

/** The folder that paths count from: the one of the active file, else the first. @throws UserError when no folder is open. */
export function baseFolder(): vscode.WorkspaceFolder {
	const active = vscode.window.activeTextEditor?.document.uri;
	const folder = (active && vscode.workspace.getWorkspaceFolder(active)) ?? vscode.workspace.workspaceFolders?.[0];
	if (!folder) throw new UserError(vscode.l10n.t("Open a folder first: a new file needs a place."));
	return folder;
}

/**
 * Where a path in a workspace's folder really leads; asked again right before anything is written.
 *
 * @throws UserError with the reason when nothing may be written there.
 */
export async function workspacePath(folder: vscode.WorkspaceFolder, path: string): Promise<WorkspacePlace> {
	// Only this computer's disks have links that could be followed.
	const allowed =
		folder.uri.scheme === "file"
			? await insideWorkspace(folder.uri.fsPath.replaceAll("\\", "/"), path, realPaths)
			: allowedPath(path);
	return { ...allowed, uri: vscode.Uri.joinPath(folder.uri, allowed.path) };
}

/**
 * Lets only a document pass that can be written to: an answer that cannot be used is not asked for.
 *
 * @throws UserError with the reason.
 */
export async function assertWritable(document: vscode.TextDocument): Promise<void> {
	await placeOf(document);
}

/**
 * Whether an accepted change of a document may be written, the user having been asked where that is needed.
 *
 * @throws UserError with the reason when nothing may be written there.
 */
export async function mayWrite(document: vscode.TextDocument): Promise<boolean> {
	const place = await placeOf(document);
	return place === undefined || confirmSensitive(place);
}

/** Where a document is in the workspace; what is not in it was opened by the user's own hand. */
async function placeOf({ uri, isUntitled }: vscode.TextDocument): Promise<WorkspacePlace | undefined> {
	if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) === false) {
		throw new UserError(vscode.l10n.t("The file cannot be changed."));
	}
	const folder = isUntitled ? undefined : vscode.workspace.getWorkspaceFolder(uri);
	return folder && workspacePath(folder, vscode.workspace.asRelativePath(uri, false));
}

/** Asks, at every write, about a file from which VS Code or another tool takes what to run; true for every other. */
export async function confirmSensitive({ path, sensitive }: AllowedPath): Promise<boolean> {
	if (!sensitive) return true;
	return confirmRisk({
		question: vscode.l10n.t(
			"“{0}” can make VS Code or another tool run programs. Write it only if you understand what is in it.",
			inertPath(path),
		),
		yes: vscode.l10n.t("Write It Anyway"),
	});
}

/** Whether there is something of that name already. */
export async function isTaken(uri: vscode.Uri): Promise<boolean> {
	try {
		await vscode.workspace.fs.stat(uri);
		return true;
	} catch {
		return false;
	}
}

import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { hasImageName } from "../../core/context/imageFile";
import { inertLine, inertPath } from "../../shared/untrusted/inertText";
import { type PickRow, pickOne } from "../adapters/messages";
import { displayPath, nameOf } from "../workspace/displayPath";
import { filesToList, foldersAbove } from "../workspace/filesIn";
import { chooseFiles, cutRow } from "./chooseFiles";

/** A row for a file or a folder, or the separator below them. */
interface PlaceRow extends PickRow {
	readonly uri?: vscode.Uri;
}

/** Returns the source for a file: an image source if its name is an image's. */
export function fileSource(uri: vscode.Uri): ContextSource {
	return { type: hasImageName(uri.path) ? "image" : "file", uri: uri.toString() };
}

/** Asks for files of the workspace, with those open in tabs first. */
export async function pickFiles(): Promise<readonly ContextSource[]> {
	const placeHolder = inertLine(vscode.l10n.t("Files to attach, including unsaved changes"));
	return ((await chooseFiles(undefined, placeHolder, true)) ?? []).map(fileSource);
}

/** Asks for a folder, then for those of its files whose text is attached along with its tree. */
export async function pickFolder(): Promise<readonly ContextSource[]> {
	const { folders, cut } = await foldersOf();
	const items: readonly PlaceRow[] = folders.map((uri) => ({
		label: inertPath(nameOf(uri)),
		iconPath: vscode.ThemeIcon.Folder,
		description: inertPath(displayPath(uri)),
		uri,
	}));
	const placeHolder = inertLine(vscode.l10n.t("Folder to attach as a tree of file names"));
	const rows: readonly PlaceRow[] = cut ? [...items, cutRow()] : items;
	const folder = (await pickOne(rows, { placeHolder, matchOnDescription: true }))?.uri;
	return folder ? folderSources(folder) : [];
}

/** Returns a folder's tree and those of its files that the user chooses. */
export async function folderSources(folder: vscode.Uri): Promise<readonly ContextSource[]> {
	// Short: VS Code shows the number of selected files over the end of a long one.
	const placeHolder = inertLine(vscode.l10n.t("Choose files, or none to attach only the tree"));
	const title = inertLine(vscode.l10n.t("Attach Folder: {0}", nameOf(folder)));
	const files = await chooseFiles(folder, placeHolder, false, title);
	return files ? [{ type: "folder", uri: folder.toString() }, ...files.map(fileSource)] : [];
}

/** Asks for image files, also from outside the workspace. */
export async function pickImages(): Promise<readonly ContextSource[]> {
	const chosen = await vscode.window.showOpenDialog({
		canSelectMany: true,
		openLabel: vscode.l10n.t("Attach"),
		filters: { [vscode.l10n.t("Images")]: ["png", "jpg", "jpeg", "gif", "webp"] },
	});
	return (chosen ?? []).map((uri) => ({ type: "image", uri: uri.toString() }));
}

/** Returns the workspace folders and all folders in them that contain files. */
async function foldersOf(): Promise<{ readonly folders: readonly vscode.Uri[]; readonly cut: boolean }> {
	const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
	const { files, cut } = await filesToList(undefined);
	return { folders: [...roots, ...foldersAbove(files)].sort((a, b) => (a.path < b.path ? -1 : 1)), cut };
}

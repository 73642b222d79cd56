import * as vscode from "vscode";
import type { ContextSource } from "../../core/context/contextSource";
import { hasImageName } from "../../core/context/imageFile";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import { pickMany, pickOne } from "../adapters/messages";
import { nameOf, pathToTell } from "../pathToTell";
import { filesIn, foldersAbove } from "./filesIn";

/** A file as a source: an image, by its name, as one. */
export function fileSource(uri: vscode.Uri): ContextSource {
	return { type: hasImageName(uri.path) ? "image" : "file", uri: uri.toString() };
}

/** Asks for files of the workspace, those open in tabs first. */
export async function pickFiles(): Promise<readonly ContextSource[]> {
	const placeHolder = vscode.l10n.t("Files to attach, with what is not saved yet");
	return (await chooseFiles(undefined, placeHolder)) ?? [];
}

/** Asks for a folder, then for the files of it whose text shall go along with its tree. */
export async function pickFolder(): Promise<readonly ContextSource[]> {
	const folders = await foldersOf();
	const items = folders.map((uri) => ({
		label: inertName(nameOf(uri)),
		iconPath: vscode.ThemeIcon.Folder,
		description: inertLine(pathToTell(uri)),
		uri,
	}));
	const placeHolder = inertLine(vscode.l10n.t("Folder whose tree of names to attach"));
	const folder = (await pickOne(items, { placeHolder, matchOnDescription: true }))?.uri;
	return folder ? folderSources(folder) : [];
}

/** A folder's tree, with the files of it that the user chooses. */
export async function folderSources(folder: vscode.Uri): Promise<readonly ContextSource[]> {
	const placeHolder = vscode.l10n.t("Files of {0} whose text goes along; none: its tree alone", nameOf(folder));
	const files = await chooseFiles(folder, placeHolder);
	return files ? [{ type: "folder", uri: folder.toString() }, ...files] : [];
}

/** Asks for image files, also outside the workspace. */
export async function pickImages(): Promise<readonly ContextSource[]> {
	const chosen = await vscode.window.showOpenDialog({
		canSelectMany: true,
		openLabel: vscode.l10n.t("Attach"),
		filters: { [vscode.l10n.t("Images")]: ["png", "jpg", "jpeg", "gif", "webp"] },
	});
	return (chosen ?? []).map((uri) => ({ type: "image", uri: uri.toString() }));
}

/** `undefined` when the user went back on it. */
async function chooseFiles(
	folder: vscode.Uri | undefined,
	placeHolder: string,
): Promise<readonly ContextSource[] | undefined> {
	const abort = new AbortController();
	const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
	const items = filesIn(folder, "**/*", undefined, abort.signal).then((uris) =>
		uris
			.map((uri) => ({ label: inertName(nameOf(uri)), description: inertLine(pathToTell(uri)), uri }))
			.sort((a, b) => order(open, a.uri) - order(open, b.uri) || a.description.localeCompare(b.description)),
	);
	const chosen = await pickMany(items, { placeHolder: inertLine(placeHolder), matchOnDescription: true });
	abort.abort();
	return chosen?.map(({ uri }) => fileSource(uri));
}

const order = (open: ReadonlySet<string>, uri: vscode.Uri) => (open.has(uri.toString()) ? 0 : 1);

/** The workspace's folders and every folder in them that has files. */
async function foldersOf(): Promise<readonly vscode.Uri[]> {
	const roots = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
	return [...roots, ...foldersAbove(await filesIn(undefined))].sort((a, b) => (a.path < b.path ? -1 : 1));
}

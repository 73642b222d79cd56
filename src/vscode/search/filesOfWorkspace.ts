import * as vscode from "vscode";
import type { FileEntry } from "../../core/search/indexStore";
import { oneGlob } from "../../core/search/oneGlob";
import type { WorkspaceFiles } from "../../core/search/workspaceIndex";
import { filesIn } from "../context/filesIn";
import type { ListedFolders } from "./listedFolders";
import { indexedPlace, indexedUri, indexPath } from "./workspacePaths";

/** Nobody has more, and `findFiles` wants a number. */
const most = 1_000_000;
/** So many files are asked for their size at once, where the store cannot look itself. */
const atOnce = 50;

/**
 * The files of all folders of the workspace, as VS Code's own search would find them.
 *
 * @param excludes the globs of what is left out, beside what `files.exclude` hides and Git ignores.
 * @param listed which of the folders VS Code can search.
 */
export function filesOfWorkspace(
	excludes: (folder: vscode.Uri) => readonly string[],
	listed: ListedFolders,
): WorkspaceFiles {
	const found = async (folder: vscode.WorkspaceFolder, pattern: string, signal?: AbortSignal) => {
		const uris = await filesIn(folder.uri, pattern, most, signal, oneGlob(excludes(folder.uri)));
		// A folder in another is listed once: as what VS Code takes its files for.
		const own = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri)?.index === folder.index);
		return entriesOf(own.map((uri) => ({ path: indexPath(folder, uri), uri })));
	};
	return {
		folders: () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => String(uri)),
		async list(signal) {
			const lists = [];
			const folders = await listed.of(vscode.workspace.workspaceFolders ?? []);
			for (const folder of folders) {
				lists.push(await found(folder, "**/*", signal));
				signal.throwIfAborted();
			}
			return lists.flat();
		},
		async entries(paths) {
			const wanted = new Set(paths);
			const folders = await listed.of(vscode.workspace.workspaceFolders ?? []);
			const lists = folders.map(async (folder) => {
				const places = paths.flatMap((path) => indexedPlace(path) ?? []).filter((place) => place.folder === folder);
				// What means something in a glob stands for any sign; the paths themselves are then looked for.
				const glob = oneGlob(places.map(({ path }) => path.replace(/[[\]{}*?!,\\]/g, "?")));
				return glob === undefined ? [] : found(folder, glob);
			});
			return (await Promise.all(lists)).flat().filter(({ path }) => wanted.has(path));
		},
		async read({ path }) {
			const uri = indexedUri(path);
			try {
				return uri && (await vscode.workspace.fs.readFile(uri));
			} catch {
				// The store notes that it cannot be read.
				return undefined;
			}
		},
	};
}

interface NamedFile {
	readonly path: string;
	readonly uri: vscode.Uri;
}

/** The store looks at files on the disk itself; of others VS Code tells when they changed. */
async function entriesOf(files: readonly NamedFile[]): Promise<readonly FileEntry[]> {
	const entries: FileEntry[] = [];
	for (let at = 0; at < files.length; at += atOnce) {
		entries.push(...(await Promise.all(files.slice(at, at + atOnce).map(entryOf))));
	}
	return entries;
}

async function entryOf({ path, uri }: NamedFile): Promise<FileEntry> {
	const folder = vscode.workspace.getWorkspaceFolder(uri);
	if (folder && uri.scheme === "file") return { path, location: { file: uri.fsPath, folder: folder.uri.fsPath } };
	try {
		const { mtime, size } = await vscode.workspace.fs.stat(uri);
		return { path, stamp: `${mtime}:${size}`, size };
	} catch {
		return { path, stamp: "", size: 0 };
	}
}

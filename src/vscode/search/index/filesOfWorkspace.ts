import * as vscode from "vscode";
import { combinedGlob } from "../../../core/search/building/combinedGlob";
import { assertGlobsFit } from "../../../core/search/building/globLimits";
import type { WorkspaceFiles } from "../../../core/search/building/readFiles";
import { largestFile } from "../../../core/search/model/indexableFile";
import type { FileEntry } from "../../../core/search/model/indexCatalogue";
import { escapeGlob } from "../../../shared/untrusted/editorGlob";
import { readUri } from "../../adapters/readUri";
import type { Settings } from "../../settings";
import { ExcludedFiles } from "../../workspace/excludedFiles";
import { filesInParts } from "../../workspace/filesIn";
import { folderPath, indexedPlace, indexedUri, indexPath } from "../../workspace/indexPaths";
import type { ListedFolders } from "../../workspace/listedFolders";
import { fileEncoding, indexExcludes } from "../../workspace/vscodeSettings";

/** Maximum number of files; no workspace has more, but `findFiles` requires a number. */
const most = 1_000_000;

/**
 * Returns the files of all workspace folders, as VS Code's own search would find them.
 *
 * @param listed determines which of the folders VS Code can search.
 */
export function filesOfWorkspace(settings: Pick<Settings, "indexExclude">, listed: ListedFolders): WorkspaceFiles {
	return {
		folders: () => workspaceFolders().map((folder) => ({ id: idOf(folder), path: folderPath(folder) })),
		async *list(signal, ids, within) {
			// Checks all folders, including those not requested yet: the user may be asked about those that can be listed.
			const found = (await listed.of(workspaceFolders())).filter((folder) => ids.includes(idOf(folder)));
			for (const folder of found) {
				const pattern = within ? patternWithin(folder, within) : "**/*";
				if (pattern === undefined) continue;
				const { glob: exclude, others } = combinedGlob(assertGlobsFit(indexExcludes(settings, folder.uri)));
				const excluded = new ExcludedFiles(() => others);
				const encoding = fileEncoding(folder.uri);
				for await (const uris of filesInParts(folder.uri, pattern, most, signal, exclude)) {
					// A file in nested workspace folders is listed once: in the folder to which VS Code assigns it.
					const own: vscode.Uri[] = [];
					for (const uri of uris) {
						if (vscode.workspace.getWorkspaceFolder(uri)?.index !== folder.index) continue;
						if (!(await excluded.has(uri, folder.uri))) own.push(uri);
					}
					const files = own.map((uri) => ({ path: indexPath(folder, uri), uri }));
					const asked = within ? files.filter(({ path }) => isWithin(path, within)) : files;
					const entries = await Promise.all(asked.map(entryOf));
					yield encoding === undefined ? entries : entries.map((entry) => ({ ...entry, encoding }));
				}
			}
			await listed.still(found);
		},
		unlisted: () => listed.unlisted.map(({ folder }) => idOf(folder)),
		async read({ path }) {
			const uri = indexedUri(path);
			try {
				return uri && (await readUri(uri, largestFile));
			} catch {
				// The store records that the file cannot be read.
				return undefined;
			}
		},
	};
}

const workspaceFolders = () => vscode.workspace.workspaceFolders ?? [];
const idOf = ({ uri }: vscode.WorkspaceFolder) => uri.toString();

interface NamedFile {
	readonly path: string;
	readonly uri: vscode.Uri;
}

/** Returns a glob for these paths of the index and all files below them; `undefined` when none is in the folder. */
function patternWithin(folder: vscode.WorkspaceFolder, paths: readonly string[]): string | undefined {
	const places = paths.flatMap((path) => indexedPlace(path) ?? []).filter((place) => place.folder === folder);
	// The glob may match other paths too, so the paths that it finds are compared afterwards.
	const plain = places.map(({ path }) => escapeGlob(path));
	return combinedGlob(plain.flatMap((path) => [path, `${path}/**`])).glob;
}

function isWithin(path: string, wanted: readonly string[]): boolean {
	return wanted.some((one) => path === one || path.startsWith(`${one}/`));
}

/** Returns a file's entry. The store checks files on disk itself; for other files, VS Code provides the stamp. */
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

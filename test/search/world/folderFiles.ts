import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { WorkspaceFiles } from "../../../src/core/search/building/readFiles";
import type { FileEntry } from "../../../src/core/search/model/indexCatalogue";

/** Returns the entries of a folder on disk, in the same order on every computer. */
export async function entriesIn(folder: string): Promise<readonly FileEntry[]> {
	const found = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
	return files
		.sort()
		.map((file) => ({ path: relative(folder, file).split(sep).join("/"), location: { folder, file } }));
}

/** Maximum number of files that are listed at once. */
const atOnce = 200;

/**
 * Lists the files of a folder on disk, like those of the workspace.
 *
 * @param parts its subfolders that are the workspace's folders, even if they do not exist; by default, the folder itself.
 */
export function folderFiles(folder: string, parts: readonly string[] = [""]): WorkspaceFiles {
	const folders = parts.map((path) => ({ id: join(folder, path), path }));
	return {
		folders: () => folders,
		async *list(_signal, ids, within = [""]) {
			const entries = await entriesIn(folder);
			const listed = folders.filter(({ id }) => ids.includes(id)).map(({ path }) => path);
			const wanted = entries.filter(({ path }) => isIn(path, listed) && isIn(path, within));
			for (let at = 0; at < wanted.length; at += atOnce) yield wanted.slice(at, at + atOnce);
		},
		unlisted: () => folders.filter(({ id }) => !existsSync(id)).map(({ id }) => id),
		read: async () => undefined,
	};
}

function isIn(path: string, folders: readonly string[]): boolean {
	return folders.some((one) => one === "" || `${path}/`.startsWith(`${one}/`));
}

import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { WorkspaceFiles } from "../../src/core/search/workspaceIndex";

/** The files of a folder on disk, as the workspace's would be listed. */
export function folderFiles(folder: string): WorkspaceFiles {
	const entry = (path: string) => ({ path, location: { folder, file: join(folder, path) } });
	const list = async () => {
		const found = await readdir(folder, { recursive: true, withFileTypes: true });
		const files = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
		return files.map((file) => entry(relative(folder, file).split(sep).join("/")));
	};
	return {
		folders: () => [folder],
		list,
		entries: async (paths) => {
			const there = new Set((await list()).map(({ path }) => path));
			return paths.filter((path) => there.has(path)).map(entry);
		},
		read: async () => undefined,
	};
}

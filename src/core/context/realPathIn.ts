import type { RealPaths } from "../edits/insideWorkspace";

/**
 * Where a file of a folder really is, every link followed, relative to that folder; `undefined` when it is not there, or
 * elsewhere.
 *
 * @param folder absolute, its parts joined by `/`.
 */
export async function realPathIn(folder: string, path: string, paths: RealPaths): Promise<string | undefined> {
	const [root, real] = await Promise.all([paths.realPath(folder), paths.realPath(`${folder}/${path}`)]);
	const prefix = root?.endsWith("/") ? root : `${root}/`;
	return real?.startsWith(prefix) ? real.slice(prefix.length) : undefined;
}

import type { RealPaths } from "../../base/ports";

/**
 * Returns the path of a folder's file with every link resolved, relative to that folder; `undefined` when the file does
 * not exist, or is outside.
 *
 * @param folder absolute, its parts joined by `/`.
 */
export async function realPathIn(folder: string, path: string, paths: RealPaths): Promise<string | undefined> {
	const [root, real] = await Promise.all([paths.realPath(folder), paths.realPath(`${folder}/${path}`)]);
	const prefix = root?.endsWith("/") ? root : `${root}/`;
	return real?.startsWith(prefix) ? real.slice(prefix.length) : undefined;
}

/**
 * Returns the path of a file with every link resolved, even if the file and its folders no longer exist, as for a file
 * that is open in an editor but deleted on the disk. `undefined` when a link in the path leads nowhere.
 *
 * @param path absolute, its parts joined by `/`.
 */
export async function realPathOf(path: string, paths: RealPaths): Promise<string | undefined> {
	const parts = path.split("/");
	for (let depth = parts.length; depth > 1; depth--) {
		const candidate = parts.slice(0, depth).join("/");
		const real = await paths.realPath(candidate);
		if (real !== undefined) return [real.replace(/\/$/, ""), ...parts.slice(depth)].join("/");
		if (await paths.exists(candidate)) return undefined;
	}
	return path;
}

import type { RealPaths } from "../base/ports";

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

/**
 * Where a file really is, every link followed, or would be if it were there: its folders may be gone too, as those of a file
 * that is open in an editor but deleted on the disk. `undefined` when it is, or lies behind, a link that leads nowhere.
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

import { lstat, realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import type { RealPaths } from "../../core/base/ports";

/** Real paths on this computer's disks. */
export const realPaths: RealPaths = {
	async realPath(path) {
		try {
			return (await realpath(path)).replaceAll(sep, "/");
		} catch {
			return undefined;
		}
	},
	async exists(path) {
		try {
			await lstat(path);
			return true;
		} catch {
			return false;
		}
	},
};

/** Returns whether a file's permissions keep its owner from writing it, as VS Code judges them. */
export async function isWriteProtected(path: string): Promise<boolean> {
	try {
		const { mode } = await stat(path);
		return (mode & 0o200) === 0;
	} catch {
		return false;
	}
}

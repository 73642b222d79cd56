import { lstat, realpath } from "node:fs/promises";
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

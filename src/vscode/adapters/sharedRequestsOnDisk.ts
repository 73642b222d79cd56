import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../core/base/ports";
import { type SharedRequests, sharedPeriod } from "../../core/completions/completionRate";
import { privateFile, privateFolder } from "./privateFiles";

/**
 * Counts the requests of all windows with empty files, one for each request, in a folder for each gateway. A file
 * expires some time after its request, whose time is part of the file's name; nothing needs to be cleaned up after a
 * crash. Each file is written before the others are counted, so that of two windows at the same moment at least one
 * counts both.
 *
 * @param root their folder, created when needed.
 * @param onError is called when the disk fails, once until it works again; each window then limits only its own
 * requests.
 */
export function sharedRequestsOnDisk(
	root: string,
	clock: Pick<Clock, "now">,
	onError: (error: unknown) => void,
): SharedRequests {
	let isFailing = false;
	const count = async (folder: string, most: number, signal: AbortSignal) => {
		await mkdir(folder, { recursive: true, mode: privateFolder });
		const now = clock.now();
		const own = join(folder, `${now}-${randomUUID()}`);
		await writeFile(own, "", { flag: "wx", mode: privateFile });
		let requests = 0;
		for (const name of await readdir(folder)) {
			// A time in the future means that the clock was set back.
			if (Math.abs(now - Number.parseInt(name, 10)) < sharedPeriod) requests++;
			else await rm(join(folder, name), { force: true });
		}
		isFailing = false;
		const isCounted = requests <= most && !signal.aborted;
		if (!isCounted) await rm(own, { force: true });
		return isCounted;
	};
	return {
		add: async (origin, most, signal) => {
			const folder = createHash("sha256").update(origin).digest("hex").slice(0, 16);
			try {
				return await count(join(root, folder), most, signal);
			} catch (error) {
				if (!isFailing) onError(error);
				isFailing = true;
				return true;
			}
		},
	};
}

import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The modes of a folder of ours, and of a file in it, which let others on the computer do nothing. Windows has no such modes, and needs none. */
export const privateFolder = 0o700;
export const privateFile = 0o600;

const forOthers = 0o077;

/**
 * Makes a folder from an earlier version private, with all that is in it; links are left alone. Its own mode changes last, and
 * says from then on that all of it was done.
 *
 * @throws the file system's error, such as where a file is another user's.
 */
export async function makePrivate(folder: string): Promise<void> {
	if (process.platform === "win32") return;
	const mode = (await stat(folder).catch(ignoreMissing))?.mode ?? 0;
	if ((mode & forOthers) !== 0) await makeTreePrivate(folder);
}

async function makeTreePrivate(folder: string): Promise<void> {
	for (const entry of (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? []) {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) await makeTreePrivate(path);
		// It may have been deleted meanwhile.
		else if (entry.isFile()) await chmod(path, privateFile).catch(ignoreMissing);
	}
	await chmod(folder, privateFolder).catch(ignoreMissing);
}

/** For `catch`: a file or folder that is not there is no error. @throws every other error. */
export function ignoreMissing(error: unknown): undefined {
	if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
	throw error;
}

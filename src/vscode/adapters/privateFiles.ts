import { chmod, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Modes of Gatehouse's folders and files, which deny access to other users. Windows has no such modes and does not need
 * them.
 */
export const privateFolder = 0o700;
export const privateFile = 0o600;

const forOthers = 0o077;

/**
 * Makes a folder from an earlier version private, with everything in it; links are skipped. The mode of the folder
 * itself changes last, as the sign that the rest is done.
 *
 * @throws the file system's error, for example when a file belongs to another user.
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
		// It may have been deleted in the meantime.
		else if (entry.isFile()) await chmod(path, privateFile).catch(ignoreMissing);
	}
	await chmod(folder, privateFolder).catch(ignoreMissing);
}

/** Ignores a missing file or folder; for use in `catch`. @throws every other error. */
export function ignoreMissing(error: unknown): undefined {
	if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
	throw error;
}

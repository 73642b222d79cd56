import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { cacheFolder } from "../paths";

/** Something to install into the cache, and what identifies it. */
export interface Installation {
	/** The beginning of its folder's name. */
	readonly name: string;
	/** Everything that the content depends on: versions, and a revision for the steps themselves. */
	readonly recipe: unknown;
	/** The message that is shown while it is installed. */
	readonly announcement: string;
	/** Fills the folder. The files must not contain the folder's path, because the folder is renamed afterwards. */
	readonly install: (folder: string) => Promise<void>;
}

/**
 * Returns the folder of an installation, filled on first use. It is filled under another name and renamed when it is
 * complete: an interrupted installation starts again, and of two concurrent processes the first to end wins.
 */
export async function installOnce({ name, recipe, announcement, install }: Installation): Promise<string> {
	const stamp = createHash("sha256").update(JSON.stringify(recipe)).digest("hex").slice(0, 10);
	const folder = join(cacheFolder, `${name}-${stamp}`);
	if (existsSync(folder)) return folder;
	await removeAbandoned(folder);
	console.log(`gatehouse: ${announcement}`);
	const draft = `${folder}.${process.pid}.part`;
	try {
		await mkdir(draft, { recursive: true });
		await install(draft);
		await rename(draft, folder).catch((error) => {
			if (!existsSync(folder)) throw error;
		});
	} finally {
		await removeIfPossible(draft);
	}
	return folder;
}

/** Removes the remains of this installation's interrupted processes. */
async function removeAbandoned(folder: string): Promise<void> {
	const drafts = await readdir(dirname(folder)).catch(() => []);
	for (const draft of drafts) {
		const pid = draft.startsWith(`${basename(folder)}.`) && /\.(\d+)\.part$/.exec(draft)?.[1];
		if (pid && !isAlive(Number(pid))) await removeIfPossible(join(dirname(folder), draft));
	}
}

/**
 * Removes a folder if possible. Another process may be removing it, or an orphaned npm may still be writing to it; then
 * the next process removes it.
 */
async function removeIfPossible(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

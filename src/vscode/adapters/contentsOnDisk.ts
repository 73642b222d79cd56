import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ContentStore } from "../../core/agent/changes/changePorts";
import { lazy } from "../../core/base/lazy";
import { agentLimits } from "../../shared/untrusted/limits";
import { ignoreMissing, makePrivate, privateFile, privateFolder } from "./privateFiles";
import { readRegularFile } from "./readRegularFile";

/**
 * Returns contents stored as files that are named after their hashes.
 *
 * @param root their folder, created when needed; other users of the computer cannot read it.
 */
export function contentsOnDisk(root: string): ContentStore {
	const ready = lazy(async () => {
		await mkdir(root, { recursive: true, mode: privateFolder });
		await makePrivate(root);
	});
	return {
		async put(hash, content) {
			await ready();
			const path = join(root, hash);
			// A file gets this name only when it is complete.
			if ((await stat(path).catch(ignoreMissing))?.size === content.length) {
				const now = new Date();
				// Without a new time, the file could be deleted before its use is recorded. It may just have been deleted.
				if ((await utimes(path, now, now).then(() => true, ignoreMissing)) === true) return;
			}
			await replaceFile(path, content, privateFile);
		},
		async get(hash) {
			return await readRegularFile(join(root, hash), agentLimits.fileBytes).catch(ignoreMissing);
		},
		async deleteOld(before, needed) {
			for (const name of (await readdir(root).catch(ignoreMissing)) ?? []) {
				const hash = name.endsWith(asideEnd) ? name.slice(0, -asideEnd.length) : name;
				const path = join(root, hash);
				// After a crash during a deletion, only the renamed file is left. The content may have been stored again since.
				if (name !== hash && (await stat(path).catch(ignoreMissing))) await rm(join(root, name), { force: true });
				else if (name !== hash) await rename(join(root, name), path).catch(ignoreMissing);
				if (needed.has(hash) || !(await isOld(path, before))) continue;
				// Another window may be storing this content now: it then writes the file again, or has given it a new time.
				const aside = `${path}${asideEnd}`;
				await rename(path, aside).catch(ignoreMissing);
				if (await isOld(aside, before)) await rm(aside, { force: true });
				else await rename(aside, path).catch(ignoreMissing);
			}
		},
	};
}

/** The end of the names of contents that are being deleted. */
const asideEnd = ".old";

async function isOld(path: string, before: number): Promise<boolean> {
	const found = await stat(path).catch(ignoreMissing);
	return found?.isFile() === true && found.mtimeMs < before;
}

/**
 * Replaces a file as a whole: after a crash, it has either the old or the new content. The new one is on the disk when
 * this settles.
 *
 * @param mode the file's permissions; by default those of the old file.
 * @param confirm called just before the file is replaced.
 * @throws the file system's error, or that of `confirm`; the file is unchanged then.
 */
export async function replaceFile(
	path: string,
	content: Uint8Array,
	mode?: number,
	confirm?: () => Promise<void>,
): Promise<void> {
	const old = await stat(path).catch(ignoreMissing);
	// Renaming would even replace a file that may not be written, because only the folder's permissions apply to it.
	if (old) await (await open(path, "r+")).close();
	const temporary = temporaryOf(path);
	await rm(temporary, { force: true });
	try {
		const file = await open(temporary, "wx", mode ?? old?.mode ?? 0o666);
		try {
			// The file keeps its owner, which only root can set.
			if (old && process.getuid?.() === 0) await file.chown(old.uid, old.gid);
			// The process's umask applies to the mode of a file that is created, but must not apply to the old or given mode.
			const wanted = mode ?? old?.mode;
			if (wanted !== undefined) await file.chmod(wanted);
			await file.writeFile(content);
			await file.sync();
		} finally {
			await file.close();
		}
		await confirm?.();
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw error;
	}
	await syncFolder(dirname(path));
}

/** The end of the names of temporary files, after a random id of this process, so that windows do not collide. */
const temporaryEnd = ".gatehouse-tmp";
const ownName = crypto.randomUUID();

/** Returns the path of the file that `replaceFile` writes before it becomes this one; a crash may leave it there. */
function temporaryOf(path: string): string {
	return `${temporaryStart(path)}${ownName}${temporaryEnd}`;
}

function temporaryStart(path: string): string {
	// The file system's limit is in bytes; a character may have four.
	const name = Buffer.from(basename(path))
		.subarray(0, 100)
		.toString()
		.replace(/\ufffd$/, "");
	return join(dirname(path), `.${name}.`);
}

/** Removes the files that crashes during `replaceFile` left beside a file; no window may be writing that file. */
export async function removeTemporary(path: string): Promise<void> {
	const start = basename(temporaryStart(path));
	for (const name of await readdir(dirname(path)))
		if (name.startsWith(start) && name.endsWith(temporaryEnd)) await rm(join(dirname(path), name), { force: true });
}

/** Waits until a folder's entries are on the disk; on Windows, this is neither possible nor necessary. */
async function syncFolder(path: string): Promise<void> {
	if (process.platform === "win32") return;
	const folder = await open(path, "r");
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}

import { mkdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { changedPlace } from "../../core/agent/changes/changedPlace";
import { type ChangedFiles, ChangedMeanwhileError, sameContent } from "../../core/agent/changes/changePorts";
import { UserError } from "../../core/base/errors";
import { agentLimits } from "../../shared/untrusted/limits";
import { removeTemporary, replaceFile } from "./contentsOnDisk";
import { ignoreMissing } from "./privateFiles";
import { readRegularFile } from "./readRegularFile";
import { realPaths } from "./realPaths";

/** The permission bits of a mode. A journal is untrusted, so its other bits are ignored. */
const permissions = 0o777;

/**
 * Writes content to a file that an editor has just saved, unless the file has this content already: saving may have
 * formatted it.
 *
 * @throws UserError rather than ChangedMeanwhileError, because the save has changed the file already.
 */
export async function writeSaved(
	disk: Pick<ChangedFiles, "read" | "write">,
	path: string,
	content: Uint8Array,
	mode?: number,
): Promise<void> {
	const saved = await disk.read(path);
	if (sameContent(saved, content)) return;
	try {
		await disk.write(path, content, saved, mode);
	} catch (error) {
		throw error instanceof ChangedMeanwhileError ? new UserError(error.message, [], { cause: error }) : error;
	}
}

/**
 * Returns the files of a folder on this computer's disks.
 *
 * @param folder an absolute path. The paths in it have been checked before (`insideWorkspace`), and are checked again.
 */
export function agentFilesOnDisk(folder: string): ChangedFiles {
	const placeOf = (path: string) => changedPlace(folder.replaceAll(sep, "/"), path, realPaths);
	const read = async (path: string) =>
		await readRegularFile(await placeOf(path), agentLimits.fileBytes).catch(ignoreMissing);
	/** @throws ChangedMeanwhileError when a file has other content. */
	const compare = async (path: string, before: Uint8Array | undefined) => {
		if (!sameContent(await read(path), before)) throw new ChangedMeanwhileError(path);
	};
	const exists = (path: string) =>
		placeOf(path)
			.then((place) => stat(place))
			.then(
				() => true,
				() => false,
			);
	return {
		read,
		async write(path, content, before, mode) {
			const place = await placeOf(path);
			// Otherwise, a refused write could leave empty folders.
			await compare(path, before);
			await mkdir(dirname(place), { recursive: true });
			const permitted = mode === undefined ? undefined : mode & permissions;
			await replaceFile(place, content, permitted, () => compare(path, before));
		},
		async mode(path) {
			// Windows has no modes.
			if (process.platform === "win32") return undefined;
			const found = await placeOf(path)
				.then((place) => stat(place))
				.catch(() => undefined);
			return found && found.mode & permissions;
		},
		async remove(path, before) {
			const place = await placeOf(path);
			await compare(path, before);
			await rm(place);
		},
		async missingFolder(path) {
			for (const outer of foldersOf(path)) if (!(await exists(outer))) return outer;
			return undefined;
		},
		async removeEmptyFolders(path, outermost) {
			const folders = foldersOf(path);
			const at = folders.indexOf(outermost);
			try {
				for (const inner of at < 0 ? [] : folders.slice(at).reverse()) await rmdir(await placeOf(inner));
			} catch {
				// The folder has other files, or is gone.
			}
		},
		async tidy(path) {
			await placeOf(path)
				.then(removeTemporary)
				.catch(() => undefined);
		},
	};
}

/** Returns the folders of a path, the outermost first. */
function foldersOf(path: string): readonly string[] {
	const parts = path.split("/");
	return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

import { mkdir, rm, stat } from "node:fs/promises";
import { dirname, sep } from "node:path";
import { changedPlace } from "../../core/agent/changes/changedPlace";
import type { ChangedFiles } from "../../core/agent/changes/changePorts";
import { agentLimits } from "../../shared/untrusted/agentLimits";
import { removeTemporary, replaceFile } from "./contentsOnDisk";
import { ignoreMissing } from "./privateFiles";
import { readRegularFile } from "./readRegularFile";
import { realPaths } from "./realPaths";

/** The bits of a mode that say who may read, write and run a file; a journal is not trusted with the others. */
const permissions = 0o777;

/**
 * Returns the files of a folder on this computer's disks.
 *
 * @param folder absolute. Its paths have been checked before (`insideWorkspace`), and are checked again.
 */
export function agentFilesOnDisk(folder: string): ChangedFiles {
	const placeOf = (path: string) => changedPlace(folder.replaceAll(sep, "/"), path, realPaths);
	return {
		async read(path) {
			return await readRegularFile(await placeOf(path), agentLimits.fileBytes).catch(ignoreMissing);
		},
		async write(path, content, mode) {
			const place = await placeOf(path);
			await mkdir(dirname(place), { recursive: true });
			await replaceFile(place, content, mode === undefined ? undefined : mode & permissions);
		},
		async mode(path) {
			// Windows has none.
			if (process.platform === "win32") return undefined;
			const found = await placeOf(path)
				.then((place) => stat(place))
				.catch(() => undefined);
			return found && found.mode & permissions;
		},
		async remove(path) {
			await rm(await placeOf(path));
		},
		async tidy(path) {
			await placeOf(path)
				.then(removeTemporary)
				.catch(() => undefined);
		},
	};
}

import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ChangedFiles } from "../../core/agent/changes/changePorts";
import { agentLimits } from "../../shared/untrusted/agentLimits";
import { replaceFile, temporaryOf } from "./contentsOnDisk";
import { ignoreMissing } from "./privateFiles";
import { readRegularFile } from "./readRegularFile";
import { realPaths } from "./realPaths";

/**
 * Returns the files of a folder on this computer's disks.
 *
 * @param folder absolute; its paths have been checked before (`insideWorkspace`).
 */
export function agentFilesOnDisk(folder: string): ChangedFiles {
	/** Writing to a link itself would replace it. */
	const placeOf = async (path: string) => (await realPaths.realPath(join(folder, path))) ?? join(folder, path);
	return {
		async read(path) {
			return await readRegularFile(join(folder, path), agentLimits.fileBytes).catch(ignoreMissing);
		},
		async write(path, content) {
			const place = await placeOf(path);
			await mkdir(dirname(place), { recursive: true });
			await replaceFile(place, content);
		},
		async remove(path) {
			await rm(await placeOf(path));
		},
		async tidy(path) {
			await rm(temporaryOf(await placeOf(path)), { force: true }).catch(() => undefined);
		},
	};
}

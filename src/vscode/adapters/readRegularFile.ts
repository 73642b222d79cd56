import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";

/** Flag that prevents waiting for a pipe's other end; undefined on Windows, whose folders contain no such files. */
const doNotWait = constants.O_NONBLOCK ?? 0;

/** Maximum number of bytes per read. */
const step = 1024 * 1024;

/**
 * Reads a file on this computer. Stops at the limit regardless of the size that the file system reports, and neither
 * waits for a pipe's other end nor reads a device.
 *
 * @throws NotAFileError, FileTooLargeError, or the file system's error.
 */
export async function readRegularFile(path: string, most: number): Promise<Uint8Array> {
	// Opening some devices has side effects.
	if (!(await stat(path)).isFile()) throw new NotAFileError(path);
	const file = await open(path, constants.O_RDONLY | doNotWait);
	try {
		const stats = await file.stat();
		if (!stats.isFile()) throw new NotAFileError(path);
		if (stats.size > most) throw new FileTooLargeError(path, most);
		const bytes = await readAtMost(file, stats.size, most + 1);
		if (bytes.length > most) throw new FileTooLargeError(path, most);
		return bytes;
	} finally {
		await file.close();
	}
}

/** @param expected the expected size in bytes; the actual size may differ. */
async function readAtMost(file: FileHandle, expected: number, most: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	for (let length = 0; ; ) {
		// One byte more than expected, to notice a longer file, which is then read in large steps.
		const wanted = length <= expected ? expected - length + 1 : step;
		const next = Math.min(wanted, step, most - length);
		if (next === 0) return Buffer.concat(parts);
		const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(next), 0, next, null);
		if (bytesRead === 0) return Buffer.concat(parts);
		parts.push(buffer.subarray(0, bytesRead));
		length += bytesRead;
	}
}

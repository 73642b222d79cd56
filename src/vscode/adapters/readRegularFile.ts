import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";

/** Not there on Windows, which has no such files in its folders. */
const doNotWait = constants.O_NONBLOCK ?? 0;

/** The bytes that are read in one go. */
const step = 1024 * 1024;

/**
 * Reads a file of this computer's. Reading ends at the limit whatever size the file system reports, and neither waits for a
 * pipe's other end nor reads a device.
 *
 * @throws NotAFileError, FileTooLargeError, or the file system's error.
 */
export async function readRegularFile(path: string, most: number): Promise<Uint8Array> {
	// Some devices do something when they are opened.
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

/** @param expected how many bytes there should be; there may be others. */
async function readAtMost(file: FileHandle, expected: number, most: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	for (let length = 0; ; ) {
		// There is usually nothing behind the expected bytes, as one byte more shows. A file that has more is read in large steps.
		const wanted = length <= expected ? expected - length + 1 : step;
		const next = Math.min(wanted, step, most - length);
		if (next === 0) return Buffer.concat(parts);
		const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(next), 0, next, null);
		if (bytesRead === 0) return Buffer.concat(parts);
		parts.push(buffer.subarray(0, bytesRead));
		length += bytesRead;
	}
}

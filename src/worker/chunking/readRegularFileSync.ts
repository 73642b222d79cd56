import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";

/** Flag that prevents waiting for a pipe's other end; undefined on Windows, whose folders contain no such files. */
const doNotWait = constants.O_NONBLOCK ?? 0;

/**
 * Reads a file of this computer synchronously, which only a worker may do. Reading stops at the limit whatever size the
 * file system reports, and neither waits for the other end of a pipe nor reads a device.
 *
 * @throws NotAFileError, FileTooLargeError, or the file system's error.
 */
export function readRegularFileSync(path: string, most: number): Uint8Array {
	if (!statSync(path).isFile()) throw new NotAFileError(path);
	const file = openSync(path, constants.O_RDONLY | doNotWait);
	try {
		const stats = fstatSync(file);
		if (!stats.isFile()) throw new NotAFileError(path);
		if (stats.size > most) throw new FileTooLargeError(path, most);
		let bytes = Buffer.allocUnsafe(stats.size + 1);
		for (let length = 0; length <= most; ) {
			// The file is larger than reported.
			if (length === bytes.length) bytes = Buffer.concat([bytes], most + 1);
			const read = readSync(file, bytes, length, bytes.length - length, null);
			if (read === 0) return bytes.subarray(0, length);
			length += read;
		}
		throw new FileTooLargeError(path, most);
	} finally {
		closeSync(file);
	}
}

/** There is something, but no file that ends: a pipe, a device, a folder. */
export class NotAFileError extends Error {
	override readonly name = "NotAFileError";

	constructor(path: string) {
		super(`${path} is no regular file`);
	}
}

/** A file has more bytes than are read. */
export class FileTooLargeError extends Error {
	override readonly name = "FileTooLargeError";

	/** @param most how many bytes are read of such a file. */
	constructor(
		path: string,
		readonly most: number,
	) {
		super(`${path} has more than ${most} bytes`);
	}
}

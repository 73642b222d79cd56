import * as l10n from "@vscode/l10n";
import { messageOf } from "./errors";

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

/** Why a file was not read, as a sentence for the user. */
export function readFailure(error: unknown): string {
	if (error instanceof NotAFileError) return l10n.t("It is no regular file.");
	if (error instanceof FileTooLargeError) return l10n.t("It is larger than {0} MB.", error.most / 1024 / 1024);
	return messageOf(error);
}

import * as l10n from "@vscode/l10n";
import { messageOf } from "./errors";

/** The path is not a regular file but a pipe, a device or a folder. */
export class NotAFileError extends Error {
	override readonly name = "NotAFileError";

	constructor(path: string) {
		super(`${path} is no regular file`);
	}
}

/** A file is larger than the limit. */
export class FileTooLargeError extends Error {
	override readonly name = "FileTooLargeError";

	/** @param most the limit in bytes. */
	constructor(
		path: string,
		readonly most: number,
	) {
		super(`${path} has more than ${most} bytes`);
	}
}

/** Returns the reason why a file was not read, as a sentence for the user. */
export function readFailure(error: unknown): string {
	if (error instanceof NotAFileError) return l10n.t("It is not a regular file.");
	if (error instanceof FileTooLargeError) return l10n.t("It is larger than {0} MB.", error.most / 1024 / 1024);
	return messageOf(error);
}

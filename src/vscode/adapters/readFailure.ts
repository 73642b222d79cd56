import * as l10n from "@vscode/l10n";
import { messageOf } from "../../core/base/errors";
import { FileTooLargeError, NotAFileError } from "../../core/base/fileErrors";

/** Why a file was not read, as a sentence for the user. */
export function readFailure(error: unknown): string {
	if (error instanceof NotAFileError) return l10n.t("It is no regular file.");
	if (error instanceof FileTooLargeError) return l10n.t("It is larger than {0} MB.", error.most / 1024 / 1024);
	return messageOf(error);
}

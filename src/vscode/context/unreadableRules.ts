import * as l10n from "@vscode/l10n";
import { UserError } from "../../core/base/errors";
import { readFailure } from "../adapters/readFailure";

/** A file of Git's is there, and cannot be read: then nobody knows what is ignored. @param path as the user is told of it. */
export function unreadableRules(path: string, cause: unknown): UserError {
	return new UserError(
		l10n.t("{0} cannot be read, and tells what is to be left out: make it readable. {1}", path, readFailure(cause)),
		[],
		{ cause },
	);
}

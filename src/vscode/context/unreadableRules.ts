import * as l10n from "@vscode/l10n";
import { messageOf, UserError } from "../../core/base/errors";

/** A file of Git's is there, and cannot be read: then nobody knows what is ignored. @param path as the user is told of it. */
export function unreadableRules(path: string, cause: unknown): UserError {
	return new UserError(
		l10n.t("{0} cannot be read, and tells what is to be left out: make it readable. {1}", path, messageOf(cause)),
		[],
		{ cause },
	);
}

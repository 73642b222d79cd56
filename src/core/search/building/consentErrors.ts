import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/** Returns the error for an added folder: nothing of it is sent without consent. */
export function folderAdded(): UserError {
	return new UserError(
		l10n.t(
			"The workspace has a new folder, and none of its files has been sent yet. Build the index to see what would be sent.",
		),
		["buildIndex"],
	);
}

/** Returns the error for too many new contents: nothing new is sent without consent. */
export function moreThanAgreed(): UserError {
	return new UserError(
		l10n.t(
			"The workspace has many more files than you approved, and the new ones have not been sent yet. Build the index to see what would be sent.",
		),
		["buildIndex"],
	);
}

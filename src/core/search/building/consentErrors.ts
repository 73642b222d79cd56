import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/** Returns the error for an added folder: nothing of it is sent without consent. */
export function folderAdded(): UserError {
	return new UserError(
		l10n.t(
			"The workspace has another folder, and nothing of it is sent yet. Build the index to see what would be sent.",
		),
		["buildIndex"],
	);
}

/** Returns the error for too many new contents: nothing new is sent without consent. */
export function moreThanAgreed(): UserError {
	return new UserError(
		l10n.t(
			"The workspace has many more files than you approved, and nothing of them is sent yet. Build the index to see what would be sent.",
		),
		["buildIndex"],
	);
}

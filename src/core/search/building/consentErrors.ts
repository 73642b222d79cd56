import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/** Returns the error for an added folder: nothing of it is sent without consent. */
export function folderAdded(): UserError {
	return new UserError(
		l10n.t(
			"The workspace has got another folder, of which nothing is sent yet. Building the index shows first what would be.",
		),
		["buildIndex"],
	);
}

/** Returns the error for too many new contents: nothing new is sent without consent. */
export function moreThanAgreed(): UserError {
	return new UserError(
		l10n.t(
			"Far more is new in the workspace than you have agreed to, and nothing of it is sent yet. Building the index shows first what would be.",
		),
		["buildIndex"],
	);
}

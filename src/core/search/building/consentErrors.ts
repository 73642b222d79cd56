import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/** Of a folder that was added nothing is sent. */
export function folderAdded(): UserError {
	return new UserError(
		l10n.t(
			"The workspace has got another folder, of which nothing is sent yet. Building the index shows first what would be.",
		),
		["buildIndex"],
	);
}

/** Nothing is sent that is new. */
export function moreThanAgreed(): UserError {
	return new UserError(
		l10n.t(
			"Far more is new in the workspace than you have agreed to, and nothing of it is sent yet. Building the index shows first what would be.",
		),
		["buildIndex"],
	);
}

import * as l10n from "@vscode/l10n";
import { UserError } from "../../core/base/errors";
import { readFailure } from "../adapters/readFailure";

/** Ignore rules exist but cannot be read, so that it is not known what Git ignores. */
export class UnreadableRulesError extends UserError {
	/** @param path the file that holds the rules, as the user sees it. */
	constructor(
		readonly path: string,
		cause: unknown,
	) {
		super(
			l10n.t("{0} cannot be read, and tells what is to be left out: make it readable. {1}", path, readFailure(cause)),
			[],
			{ cause },
		);
	}
}

import * as l10n from "@vscode/l10n";
import type { FailureAction } from "../../shared/conversation";

/** An error to be shown to the user: one translated sentence, and the actions that help. */
export class UserError extends Error {
	override readonly name = "UserError";

	constructor(
		message: string,
		readonly actions: readonly FailureAction[] = [],
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

/** Thrown when a gateway is needed and none is connected. */
export class NotConnectedError extends UserError {
	constructor() {
		super(l10n.t("No gateway is connected yet."), ["connect"]);
	}
}

/** Returns the message and the stack of anything thrown, for the log. */
export function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns the message of anything thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

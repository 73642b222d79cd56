import type { FailureAction } from "../../shared/conversation";

/** An error made for the user's eyes: one translated sentence, and the actions that help. */
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

/** For the log: the text of anything thrown, and where that was. */
export function stackOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The text of anything thrown. */
export function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

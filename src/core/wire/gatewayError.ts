/** Why a request failed, as far as Gatehouse can tell. Closed: every reason has a sentence and an action. */
export type GatewayErrorReason =
	| "unauthorized"
	| "forbidden"
	| "outOfCredit"
	| "wrongAddress"
	| "unknownModel"
	| "contextOverflow"
	| "rateLimited"
	| "unavailable"
	| "network"
	| "certificate"
	| "redirected"
	| "malformed"
	| "refused"
	| "cancelled";

/** A failed request to the gateway. Made in `core/wire` and nowhere else. */
export class GatewayError extends Error {
	override readonly name = "GatewayError";

	/**
	 * @param reason what went wrong.
	 * @param message the sentence for the user, translated and redacted.
	 * @param status the HTTP status, where there was an answer.
	 */
	constructor(
		readonly reason: GatewayErrorReason,
		message: string,
		readonly status?: number,
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

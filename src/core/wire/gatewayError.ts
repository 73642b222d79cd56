import type { FailureAction } from "../../shared/conversation";

/** Why a request failed, as far as Gatehouse can tell. Closed: every reason has a sentence and an action. */
export type GatewayErrorReason =
	| "unauthorized"
	| "forbidden"
	| "outOfCredit"
	| "wrongAddress"
	| "unknownModel"
	| "noImages"
	| "contextOverflow"
	| "rateLimited"
	| "unavailable"
	| "network"
	| "certificate"
	| "timeout"
	| "proxy"
	| "redirected"
	| "malformed"
	| "tooLarge"
	| "refused"
	| "cancelled";

/** What else is known of a failed request, for the retry policy and for learning. */
export interface GatewayErrorDetails extends ErrorOptions {
	/** Milliseconds that the gateway asks to wait (`Retry-After`). */
	readonly retryAfter?: number;
	/** The gateway's own text, redacted; empty when it gave none. */
	readonly said?: string;
	/** The request's field that the gateway names, where it names one. */
	readonly field?: string;
	/** The model's context length in tokens, where the gateway tells it in a field of its own. */
	readonly contextLength?: number | undefined;
	/** The same request may well succeed a little later. */
	readonly transient?: boolean;
	/** A web page came in place of an answer. */
	readonly webPage?: boolean;
	/** What helps, where it is not what helps against the reason elsewhere. */
	readonly actions?: readonly FailureAction[];
}

/** A failed request to the gateway. Made in `core/wire` and nowhere else. */
export class GatewayError extends Error {
	override readonly name = "GatewayError";
	readonly retryAfter: number | undefined;
	readonly said: string;
	readonly field: string | undefined;
	readonly contextLength: number | undefined;
	readonly transient: boolean;
	readonly webPage: boolean;
	readonly actions: readonly FailureAction[] | undefined;

	/**
	 * @param reason what went wrong.
	 * @param message the sentence for the user, translated and redacted.
	 * @param status the HTTP status, where there was an answer.
	 */
	constructor(
		readonly reason: GatewayErrorReason,
		message: string,
		readonly status?: number,
		details: GatewayErrorDetails = {},
	) {
		super(message, details);
		this.retryAfter = details.retryAfter;
		this.said = details.said ?? "";
		this.contextLength = details.contextLength;
		this.field = details.field;
		this.transient = details.transient ?? false;
		this.webPage = details.webPage ?? false;
		this.actions = details.actions;
	}
}

import type { FailureAction } from "../../shared/conversation";
import { cutText } from "../../shared/untrusted/cutText";
import { gatewayLimits } from "../../shared/untrusted/limits";

/** What a failure is about: it decides what can help, and whether waiting does. */
export type FailureSubject =
	/** The key, or the account behind it. */
	| "account"
	/** The address: what answers there is no gateway. */
	| "address"
	/** What was asked: the same request fails again. */
	| "request"
	/** The gateway's load: the same request may succeed later. */
	| "load"
	/** The way to the gateway: the same request may succeed later. */
	| "connection"
	| "certificate"
	/** The user's own cancellation. */
	| "cancellation";

interface ReasonFacts {
	readonly about: FailureSubject;
	/** What helps, the best first. */
	readonly actions: readonly FailureAction[];
}

/**
 * Why a request failed, as far as Gatehouse can tell. A new reason is added here; the compiler then names the places that
 * need a sentence for it.
 */
export const errorReasons = {
	unauthorized: { about: "account", actions: ["openMyKeys", "setApiKey", "retry"] },
	forbidden: { about: "request", actions: ["selectModel", "retry"] },
	outOfCredit: { about: "account", actions: ["openMyKeys", "retry"] },
	wrongAddress: { about: "address", actions: ["connect", "diagnose", "retry"] },
	unknownModel: { about: "request", actions: ["selectModel", "retry"] },
	noImages: { about: "request", actions: ["selectModel", "retry"] },
	contextOverflow: { about: "request", actions: ["leaveOutOldest", "leaveOutAttachments", "selectModel", "retry"] },
	rateLimited: { about: "load", actions: ["retry", "selectModel"] },
	unavailable: { about: "load", actions: ["retry"] },
	network: { about: "connection", actions: ["retry", "diagnose", "connect"] },
	certificate: { about: "certificate", actions: ["retry", "diagnose", "connect"] },
	timeout: { about: "connection", actions: ["retry", "diagnose"] },
	proxy: { about: "connection", actions: ["retry", "diagnose", "connect"] },
	redirected: { about: "address", actions: ["connect", "retry"] },
	malformed: { about: "address", actions: ["retry", "connect"] },
	tooLarge: { about: "request", actions: ["retry", "selectModel", "connect"] },
	refused: { about: "request", actions: ["retry", "showLog"] },
	cancelled: { about: "cancellation", actions: ["retry"] },
} as const satisfies Readonly<Record<string, ReasonFacts>>;

export type GatewayErrorReason = keyof typeof errorReasons;

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
	/** What helps, the best first. */
	readonly actions: readonly FailureAction[];

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
		this.actions = details.actions ?? errorReasons[reason].actions;
	}

	get about(): FailureSubject {
		return errorReasons[this.reason].about;
	}
}

/** A detail from outside, such as an address or a system's error text, as a sentence may name it: cut with an ellipsis. */
export function shortened(text: string): string {
	return cutText(text, gatewayLimits.detailLength);
}

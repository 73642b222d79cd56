import type { FailureAction } from "../../shared/conversation";
import { cutText } from "../../shared/untrusted/cutText";
import { detailLength } from "../../shared/untrusted/shownLengths";

/** The subject of a failure, which determines what can help, and whether waiting does. */
export type FailureSubject =
	/** The key, or the account behind it. */
	| "account"
	/** The address, at which no gateway answers. */
	| "address"
	/** The request's content: the same request would fail again. */
	| "request"
	/** The gateway's load: the same request may succeed later. */
	| "load"
	/** The connection to the gateway: the same request may succeed later. */
	| "connection"
	| "certificate"
	/** The user cancelled the request. */
	| "cancellation";

interface ReasonFacts {
	readonly about: FailureSubject;
	/** The actions that help, best first. */
	readonly actions: readonly FailureAction[];
}

/** The reasons why a request can fail. For a new reason, the compiler names the places that need a message for it. */
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

/** Further details of a failed request, for retries and for learning capabilities. */
export interface GatewayErrorDetails extends ErrorOptions {
	/** The delay that the gateway asks for, or the time until its used-up limit is renewed, in milliseconds. */
	readonly retryAfter?: number;
	/** The gateway's own text, redacted; empty when it sent none. */
	readonly said?: string;
	/** The request's field that the gateway names, if any. */
	readonly field?: string;
	/** The model's context length in tokens, if the gateway sends it in a field of its own. */
	readonly contextLength?: number | undefined;
	/** Whether the same request may succeed a little later. */
	readonly transient?: boolean;
	/** Whether a web page arrived instead of an answer. */
	readonly webPage?: boolean;
	/** Whether the gateway says, in words or by a code, that the key has expired. */
	readonly expired?: boolean;
	/** The actions that help, if they differ from those for the reason. */
	readonly actions?: readonly FailureAction[];
}

/** A failed request to the gateway. Created only by the gateway client. */
export class GatewayError extends Error {
	override readonly name = "GatewayError";
	readonly retryAfter: number | undefined;
	readonly said: string;
	readonly field: string | undefined;
	readonly contextLength: number | undefined;
	readonly transient: boolean;
	readonly webPage: boolean;
	readonly expired: boolean;
	/** The actions that help, best first. */
	readonly actions: readonly FailureAction[];

	/**
	 * @param reason the kind of failure.
	 * @param message the message for the user, translated and redacted.
	 * @param status the HTTP status, if there was an answer.
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
		this.expired = details.expired ?? false;
		this.actions = details.actions ?? errorReasons[reason].actions;
	}

	get about(): FailureSubject {
		return errorReasons[this.reason].about;
	}
}

/**
 * Shortens a detail from outside, such as an address or a system's error text, with an ellipsis, for use in a message.
 */
export function shortened(text: string): string {
	return cutText(text, detailLength);
}

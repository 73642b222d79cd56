import * as l10n from "@vscode/l10n";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { detailLength } from "../../../shared/untrusted/shownLengths";
import type { Redactor } from "../../base/knownKeys";
import { actionsAgainst, demandsReasoning, reasonOf, saysExpired } from "../errors/errorReason";
import {
	errorContext,
	errorDelay,
	errorField,
	errorNames,
	errorStatus,
	errorText,
	looksLikeHtml,
} from "../errors/errorText";
import { errorReasons, GatewayError, type GatewayErrorReason } from "../gatewayError";
import { type EndingLimit, usedUpFor, usedUpLimit } from "../limits/limitHeaders";
import { timeText, usedUpText } from "../limits/limitText";
import { resetDelay } from "../limits/resetDelay";
import { requestedDelay } from "../limits/retryAfter";
import type { Attempt } from "../transport/attempt";
import { readBodyText } from "../transport/readBodyText";

/** Statuses of failures that may pass a little later. */
const transientStatuses = [408, 409, 425, 429, 500, 502, 503, 504, 529];

/** Matches what nginx, Go's servers and Apache answer to plain HTTP at their https port. */
const aboutPlainHttp =
	/plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled server/i;

/**
 * Returns the error for an answer without a success status. Reads the body, and removes the key from it, because some
 * gateways repeat it.
 */
export async function responseError(response: Response, url: string, attempt: Attempt): Promise<GatewayError> {
	const { status } = response;
	// Even if the body breaks off, the status is enough.
	const body = await readBodyText(response, attempt, gatewayLimits.errorBytes).then(
		({ text }) => text,
		() => "",
	);
	if (status === 400 && aboutPlainHttp.test(body)) {
		const message = l10n.t("{0} expects https. Enter the address with https://.", new URL(url).origin);
		return new GatewayError("wrongAddress", message, status);
	}
	const said = errorText(body, attempt.redact);
	// A field has a short name; a long text in its place is not one, and might contain half a key.
	const param = errorField(body);
	const field = param && param.length <= detailLength ? attempt.redact(param) : undefined;
	const names = errorNames(body);
	const webPage = looksLikeHtml(body);
	const reason = webPage && status === 404 ? "wrongAddress" : reasonOf(status, said, { names, field });
	const expired = reason === "unauthorized" && saysExpired(said, names);
	const mayPass = transientStatuses.includes(status) && errorReasons[reason].about === "load";
	// Waiting does not help in any other case, such as a refused key or a question that is too long.
	const asked = mayPass ? askedDelay(response, body, attempt.now) : undefined;
	const wait = mayPass ? delayOf(response, asked, attempt.now) : undefined;
	const usedUp = reason === "rateLimited" ? usedUpLimit(response, attempt.now, asked) : undefined;
	const tooLong = wait !== undefined && wait > gatewayLimits.retryAfter;
	const until = untilWhen(usedUp, tooLong ? wait : undefined, attempt);
	// Xiaomi's MiMo explains its refusal in `param`; its text is only "Param Incorrect".
	const explanation = field !== undefined && demandsReasoning(field) ? field : said;
	const message =
		until === undefined
			? sentence(reason, status, explanation, url, expired)
			: waitSentence(until, tooLong, status, explanation);
	return new GatewayError(reason, message, status, {
		said,
		contextLength: errorContext(body),
		transient: mayPass && !tooLong,
		webPage,
		expired,
		...actionsAgainst(reason, explanation),
		...(field === undefined ? {} : { field }),
		...(wait === undefined ? {} : { retryAfter: wait }),
	});
}

/** Returns the delay that a refusal asks for, in its headers or its text. */
function askedDelay({ headers }: Response, body: string, now: number): number | undefined {
	return requestedDelay(headers, now) ?? resetDelay(errorDelay(body) ?? "", now);
}

/** Returns the delay that a refusal asks for, or the time until the limit behind it is renewed, whichever is longer. */
function delayOf(response: Response, asked: number | undefined, now: number): number | undefined {
	const usedUp = usedUpFor(response, now);
	return asked === undefined || usedUp === undefined ? (asked ?? usedUp) : Math.max(asked, usedUp);
}

/**
 * Returns the error that a gateway sends after a success status, as an object with a status of its own (OpenRouter's
 * `{error:{code: 402}}`, vLLM's `{error:{code: 400}}`) or with another indication of its meaning; `undefined` when it
 * has neither.
 *
 * @param redact removes the keys from its text.
 */
export function reportedError(body: string, url: string, redact: Redactor): GatewayError | undefined {
	const status = errorStatus(body);
	const said = errorText(body, redact);
	const names = errorNames(body);
	const reason = reasonOf(status, said, { names, field: errorField(body) });
	if (reason === undefined) return undefined;
	const expired = reason === "unauthorized" && saysExpired(said, names);
	const message = sentence(reason, status ?? 200, said, url, expired);
	return new GatewayError(reason, message, status, {
		said,
		contextLength: errorContext(body),
		expired,
		...actionsAgainst(reason, said),
	});
}

/**
 * Returns the sentence that names the end of the wait; `undefined` for a short delay that no limit explains.
 *
 * @param longWait a delay that is too long to wait for; a limit that ends sooner does not explain it.
 */
function untilWhen(
	usedUp: EndingLimit | undefined,
	longWait: number | undefined,
	{ now, language }: Attempt,
): string | undefined {
	if (usedUp && (longWait === undefined || usedUp.resetsAt - now > gatewayLimits.retryAfter))
		return usedUpText(usedUp, now, language);
	if (longWait === undefined) return undefined;
	return l10n.t("The gateway asks to wait until {0}.", timeText(now + longWait, now, language));
}

/** Returns a message that begins with the time, because the rest is cut off where there is little room. */
function waitSentence(until: string, isLong: boolean, status: number, text: string): string {
	const said = text || l10n.t("status {0}", status);
	return isLong
		? l10n.t("{0} Try again then, or choose another model. It said: {1}", until, said)
		: l10n.t("{0} It said: {1}", until, said);
}

/** Returns the error for a page instead of an answer: it comes from a web front end, so the address is wrong. */
export function htmlError(url: string, status: number): GatewayError {
	const message = l10n.t("{0} answered with a web page, so it is probably not a gateway. Is the address right?", url);
	return new GatewayError("wrongAddress", message, status, { webPage: true });
}

/**
 * Returns the message for the user about a gateway's error.
 *
 * @param text the gateway's own text; empty when there was none.
 * @param expired whether the gateway says that the key has expired.
 */
export function sentence(
	reason: GatewayErrorReason,
	status: number,
	text: string,
	url: string,
	expired = false,
): string {
	const said = text || l10n.t("status {0}", status);
	switch (reason) {
		case "unauthorized":
			if (expired)
				return l10n.t("The gateway refused the key: it has expired. Renew it in “My keys”. It said: {0}", said);
			return l10n.t(
				"The gateway refused the key: it may be mistyped, expired or deleted. Renew it in “My keys”. It said: {0}",
				said,
			);
		case "forbidden":
			return l10n.t("The gateway does not allow this: {0}", said);
		case "outOfCredit":
			return l10n.t("The gateway says that the credit is used up: {0}", said);
		case "wrongAddress":
			return text
				? l10n.t("No gateway answers at {0} (status {1}). Is the address right? It said: {2}", url, status, text)
				: l10n.t("No gateway answers at {0} (status {1}). Is the address right?", url, status);
		case "unknownModel":
			return l10n.t("The gateway has no such model, or cannot use it for this. Choose another one. It said: {0}", said);
		case "noImages":
			return l10n.t(
				"This model does not accept images. Remove them, or choose another model. The gateway said: {0}",
				said,
			);
		case "contextOverflow":
			return l10n.t(
				"This does not fit in the model's context. Start a new conversation or attach less. The gateway said: {0}",
				said,
			);
		case "rateLimited":
			return l10n.t("The gateway asks to wait before the next question: {0}", said);
		case "unavailable":
			return text
				? l10n.t("The gateway cannot answer right now (status {0}). It said: {1}", status, text)
				: l10n.t("The gateway cannot answer right now (status {0}).", status);
		case "network":
		case "certificate":
		case "timeout":
		case "proxy":
		case "redirected":
		case "malformed":
		case "tooLarge":
		case "refused":
		case "cancelled":
			if (demandsReasoning(text))
				return l10n.t(
					"The model demands its reasoning of earlier steps, which is not available. Start again, or choose another model. The gateway said: {0}",
					text,
				);
			return text
				? l10n.t("The gateway refused the request (status {0}): {1}", status, text)
				: l10n.t("The gateway refused the request (status {0}) and did not say why.", status);
	}
}

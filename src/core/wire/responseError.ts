import * as l10n from "@vscode/l10n";
import { redact } from "../base/redact";
import type { Attempt } from "./attempt";
import { errorField, errorText, looksLikeHtml } from "./errorText";
import { GatewayError, type GatewayErrorReason } from "./gatewayError";
import { readText } from "./readText";
import { retryAfter } from "./retryAfter";

/** As much of an error's body as is read, in bytes. */
const longestBody = 256 * 1024;
/** What may well pass a little later. */
const transientStatuses = [408, 409, 425, 429, 500, 502, 503, 504, 529];

const aboutKey =
	/\b(api[ _-]?key|key|token)\b.*\b(invalid|expired?|incorrect|unknown|not found|revoked|deleted|missing)\b|\b(invalid|expired|incorrect|unknown|revoked|deleted|missing)\b.*\b(api[ _-]?key|key|token)\b|unauthori[sz]ed/i;
/** A 400 speaks of keys and tokens of all kinds, those of a JSON body among them. */
const aboutApiKey =
	/\bapi[ _-]?key\b|\b(?:access|auth) token\b|\bbearer (?:token|\[key\])|\btoken\b.{0,20}\b(?:expired|revoked)\b/i;
const aboutContext =
	/context (?:length|window|size)|maximum context|too many tokens|token limit|too large|too long|exceeds?\b.*\btokens?/i;
/** How much in how long, or how long something took: nothing that a shorter question would help. */
const aboutPace =
	/\bper (?:second|min(?:ute)?|hour|day|month)\b|\brate limit|\b(?:hourly|daily|monthly)\b|\bquota\b|\bqueue\b|\btook too long\b/i;
const aboutModel = /\bmodel\b/i;
/** What nginx, Go's servers and Apache say to plain HTTP at their https port. */
const aboutPlainHttp =
	/plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled server/i;

/** What a status and its text mean: the table "What a status means" of gateway-quirks.md. */
function reasonOf(status: number, text: string): GatewayErrorReason {
	if (status === 401) return "unauthorized";
	if (status === 403 && aboutKey.test(text)) return "unauthorized";
	if (status === 400 && aboutApiKey.test(text)) return "unauthorized";
	if (status === 403) return "forbidden";
	if (status === 402) return "outOfCredit";
	const overPace =
		(status === 429 || status === 500) &&
		aboutPace.test(text) &&
		!/\b(?:request|input) (?:is )?too large\b/i.test(text);
	if (status === 413 || ([400, 422, 429, 500].includes(status) && aboutContext.test(text) && !overPace))
		return "contextOverflow";
	if (status === 404) return aboutModel.test(text) ? "unknownModel" : "wrongAddress";
	if (
		status === 400 &&
		/\bmodel\b.*\b(not found|unknown|does not exist|invalid)\b|\b(unknown|invalid|no such) model\b/i.test(text)
	)
		return "unknownModel";
	if (status === 429) return "rateLimited";
	if (status === 408 || status === 409 || status === 425 || status >= 500)
		return status === 501 ? "refused" : "unavailable";
	return "refused";
}

/**
 * The error that an answer without success stands for. Reads the body; the key is hidden from it, for some gateways echo
 * it.
 */
export async function responseError(response: Response, url: string, attempt: Attempt): Promise<GatewayError> {
	const { status } = response;
	// A body that breaks off has said enough with its status.
	const body = await readText(response, attempt, longestBody).catch(() => "");
	if (status === 400 && aboutPlainHttp.test(body)) {
		const message = l10n.t("{0} expects https. Write the address with https://.", new URL(url).origin);
		return new GatewayError("wrongAddress", message, status);
	}
	const said = errorText(body, [attempt.key]);
	const field = errorField(redact(body, [attempt.key]));
	const reason = looksLikeHtml(body) && status === 404 ? "wrongAddress" : reasonOf(status, said);
	const wait = retryAfter(response.headers.get("retry-after"), attempt.now);
	const transient = transientStatuses.includes(status) && (reason === "rateLimited" || reason === "unavailable");
	return new GatewayError(reason, sentence(reason, status, said, url), status, {
		said,
		transient,
		...(field === undefined ? {} : { field }),
		...(wait === undefined ? {} : { retryAfter: wait }),
	});
}

/** A page instead of an answer: some web front, and so the wrong address. */
export function htmlError(url: string, status: number): GatewayError {
	const message = l10n.t("{0} answered with a web page, not with an answer of a gateway. Is the address right?", url);
	return new GatewayError("wrongAddress", message, status);
}

function sentence(reason: GatewayErrorReason, status: number, text: string, url: string): string {
	const said = text || l10n.t("status {0}", status);
	switch (reason) {
		case "unauthorized":
			return l10n.t(
				"The gateway refused the key: it may be mistyped, expired or deleted. Renew it in “My keys”. It said: {0}",
				said,
			);
		case "forbidden":
			return l10n.t("The gateway does not allow this: {0}", said);
		case "outOfCredit":
			return l10n.t("The gateway says that the credit is used up: {0}", said);
		case "wrongAddress":
			return l10n.t("There is no gateway's answer at {0}. Is the address right? It said: {1}", url, said);
		case "unknownModel":
			return l10n.t("The gateway does not know this model. Choose another one. It said: {0}", said);
		case "contextOverflow":
			return l10n.t(
				"This is more than the model can take in. Start a new conversation or attach less. The gateway said: {0}",
				said,
			);
		case "rateLimited":
			return l10n.t("The gateway asks to wait before the next question: {0}", said);
		case "unavailable":
			return l10n.t("The gateway cannot answer right now (status {0}). It said: {1}", status, said);
		default:
			return l10n.t("The gateway refused the request (status {0}): {1}", status, said);
	}
}

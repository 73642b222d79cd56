import { isFollowedBy } from "../../shared/untrusted/isFollowedBy";
import type { GatewayErrorReason } from "./gatewayError";

const key = /\b(?:api[ _-]?key|key|token)\b/i;
const refusedKey = /\b(?:invalid|expired?|incorrect|unknown|not found|revoked|deleted|missing)\b/i;
const isAboutKey = (text: string) =>
	/unauthori[sz]ed/i.test(text) ||
	isFollowedBy(text, key, refusedKey) ||
	isFollowedBy(text, /\b(?:invalid|expired|incorrect|unknown|revoked|deleted|missing)\b/i, key);
/** A 400 speaks of keys and tokens of all kinds, those of a JSON body among them. */
const aboutApiKey =
	/\bapi[ _-]?key\b|\b(?:access|auth) token\b|\bbearer (?:token|\[key\])|\btoken\b.{0,20}\b(?:expired|revoked)\b/i;
const isAboutContext = (text: string) =>
	/context (?:length|window|size)|maximum context|too many tokens|token limit|too large|too long/i.test(text) ||
	isFollowedBy(text, /exceeds?\b/i, /\btokens?/i);
/** How much in how long, or how long something took: nothing that a shorter question would help. */
const aboutPace =
	/\bper (?:second|min(?:ute)?|hour|day|month)\b|\brate limit|\b(?:hourly|daily|monthly)\b|\bquota\b|\bqueue\b|\btook too long\b/i;
const aboutModel = /\bmodel\b/i;
const isAboutUnknownModel = (text: string) =>
	/\b(?:unknown|invalid|no such) model\b/i.test(text) ||
	isFollowedBy(text, aboutModel, /\b(?:not found|unknown|does not exist|invalid)\b/i);

/** What a status and its text mean: the table "What a status means" of gateway-quirks.md. */
export function reasonOf(status: number, text: string): GatewayErrorReason {
	if (status === 401) return "unauthorized";
	if (status === 403 && isAboutKey(text)) return "unauthorized";
	if (status === 400 && aboutApiKey.test(text)) return "unauthorized";
	if (status === 403) return "forbidden";
	if (status === 402) return "outOfCredit";
	const overPace =
		(status === 429 || status === 500) &&
		aboutPace.test(text) &&
		!/\b(?:request|input) (?:is )?too large\b/i.test(text);
	if (status === 413 || ([400, 422, 429, 500].includes(status) && isAboutContext(text) && !overPace))
		return "contextOverflow";
	if (status === 404) return aboutModel.test(text) ? "unknownModel" : "wrongAddress";
	if (status === 400 && isAboutUnknownModel(text)) return "unknownModel";
	if (status === 429) return "rateLimited";
	if (status === 408 || status === 409 || status === 425 || status >= 500)
		return status === 501 ? "refused" : "unavailable";
	return "refused";
}

import { gatewayLimits } from "../../../shared/untrusted/limits";
import { serverTime } from "./limitHeaders";

/** Maximum delay in milliseconds: 100 years, so that the result is still a valid date. */
const longestWait = 100 * 365.25 * 24 * 60 * 60 * 1000;

/**
 * Returns the delay that a refusal asks for, in milliseconds: `retry-after-ms`, which is exact, or else `Retry-After`,
 * in which a date is by the gateway's clock.
 */
export function requestedDelay(headers: Headers, now: number): number | undefined {
	const exact = headers.get("retry-after-ms")?.trim() ?? "";
	if (/^\d{1,15}(?:\.\d{1,6})?$/.test(exact)) return Math.min(longestWait, Number(exact));
	return retryAfter(headers.get("retry-after"), serverTime(headers, now));
}

/**
 * Parses the header `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), into milliseconds from now, at most
 * 100 years. `undefined` when it is missing or invalid; a date in the past is 0.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
	if (header === null || header.length > gatewayLimits.retryAfterLength) return undefined;
	const text = header.trim();
	if (/^\d+(?:\.\d*)?$/.test(text)) return Math.min(longestWait, Number(text) * 1000);
	// Date.parse reads a number with a sign as a year.
	const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.min(longestWait, Math.max(0, date - now));
}

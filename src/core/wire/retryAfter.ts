import { gatewayLimits } from "../../shared/untrusted/limits";

/** The longest wait that is still a date, in milliseconds: 100 years. */
const longestWait = 100 * 365.25 * 24 * 60 * 60 * 1000;

/**
 * Reads the header `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), into milliseconds from now, at most 100
 * years. `undefined` when there is none, or none that can be read; a date that has passed is 0.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
	if (header === null || header.length > gatewayLimits.retryAfterLength) return undefined;
	const text = header.trim();
	if (/^\d+(?:\.\d*)?$/.test(text)) return Math.min(longestWait, Number(text) * 1000);
	// Date.parse takes a number with a sign for a year.
	const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.min(longestWait, Math.max(0, date - now));
}

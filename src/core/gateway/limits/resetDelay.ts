import { gatewayLimits } from "../../../shared/untrusted/limits";

/** Maximum delay in milliseconds that is credible: a year and some days. */
const longestDelay = 400 * 86_400_000;

/** The units of durations such as `6m0s`, in milliseconds. */
const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Numbers from these on are times since the epoch, in seconds (from 2001) and in milliseconds. */
const epochSeconds = 1e9;
const epochMilliseconds = 1e12;

/**
 * Parses when a limit resets, into milliseconds from now: seconds (`30`, `0.5`), a duration (`6m0s`, `120ms`), a time
 * since the epoch, or a date. A time in the past is 0; `undefined` for what is invalid, negative or too far away.
 *
 * @param serverNow the gateway's time, which times and dates refer to, in milliseconds since the epoch.
 */
export function resetDelay(text: string, serverNow: number): number | undefined {
	const trimmed = text.slice(0, gatewayLimits.retryAfterLength).trim();
	const delay = delayOf(trimmed, serverNow);
	if (delay === undefined || Number.isNaN(delay) || delay > longestDelay) return undefined;
	return Math.max(0, delay);
}

function delayOf(text: string, serverNow: number): number | undefined {
	if (/^\d{1,20}(?:\.\d{1,20})?$/.test(text)) {
		const number = Number(text);
		if (number >= epochMilliseconds) return number - serverNow;
		return number >= epochSeconds ? number * 1000 - serverNow : number * 1000;
	}
	if (/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[smhd])){1,5}$/i.test(text)) return durationOf(text.toLowerCase());
	// Date.parse accepts much more: it reads a number with a sign as a year.
	return /^(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? |\d{4}-\d\d-\d\dT)/i.test(text)
		? Date.parse(text) - serverNow
		: undefined;
}

/** Returns the sum of the parts, such as those of `1h30m`. */
function durationOf(text: string): number {
	let sum = 0;
	for (const part of text.split(/(?<=[a-z])(?=\d)/)) {
		const unit = part.replace(/[\d.]/g, "");
		sum += Number.parseFloat(part) * (units[unit] ?? Number.NaN);
	}
	return sum;
}

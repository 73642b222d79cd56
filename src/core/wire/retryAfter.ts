/**
 * Reads the header `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), into milliseconds from now.
 * `undefined` when there is none, or none that can be read; a date that has passed is 0.
 */
export function retryAfter(header: string | null, now: number): number | undefined {
	if (header === null || header.trim() === "") return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

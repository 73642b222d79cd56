const steps = [
	[60, "second"],
	[60, "minute"],
	[24, "hour"],
	[7, "day"],
	[4.345, "week"],
	[12, "month"],
	[Number.POSITIVE_INFINITY, "year"],
] as const;

/**
 * Formats how long ago something was, in the given language, such as “2 hours ago”. Both times are in milliseconds
 * since the epoch.
 */
export function relativeTime(at: number, now: number, language: string): string {
	const format = new Intl.RelativeTimeFormat(language || "en", { numeric: "auto" });
	// A time in the future comes from a clock that is wrong.
	let amount = Math.min(0, (at - now) / 1000);
	for (const [size, unit] of steps) {
		if (-amount < size) return format.format(Math.ceil(amount), unit);
		amount /= size;
	}
	return "";
}

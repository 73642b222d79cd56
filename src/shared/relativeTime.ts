const steps = [
	[60, "second"],
	[60, "minute"],
	[24, "hour"],
	[7, "day"],
	[4.345, "week"],
	[12, "month"],
	[Number.POSITIVE_INFINITY, "year"],
] as const;

/** How long ago something was, in words of the language, such as “2 hours ago”. Both times in milliseconds since the epoch. */
export function relativeTime(at: number, now: number, language: string): string {
	const format = new Intl.RelativeTimeFormat(language || "en", { numeric: "auto" });
	// What lies ahead comes from a clock that goes wrong.
	let amount = Math.min(0, (at - now) / 1000);
	for (const [size, unit] of steps) {
		if (-amount < size) return format.format(Math.ceil(amount), unit);
		amount /= size;
	}
	return "";
}

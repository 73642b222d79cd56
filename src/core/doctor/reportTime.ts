import * as l10n from "@vscode/l10n";

/** A day as year-month-day, which nobody reads the wrong way round. */
export function day(time: number): string {
	return Number.isNaN(time) ? "?" : new Date(time).toISOString().slice(0, 10);
}

/** How long something took, from milliseconds. */
export function elapsed(milliseconds: number): string {
	return milliseconds < 1000
		? l10n.t("{0} ms", Math.round(milliseconds))
		: l10n.t("{0} s", (milliseconds / 1000).toFixed(1));
}

/** How far two clocks are apart, from milliseconds: in days, hours or minutes. */
export function span(milliseconds: number): string {
	const minutes = Math.round(Math.abs(milliseconds) / 60_000);
	if (minutes < 120) return l10n.t("{0} minutes", minutes);
	const hours = Math.round(minutes / 60);
	return hours < 48 ? l10n.t("{0} hours", hours) : l10n.t("{0} days", Math.round(hours / 24));
}

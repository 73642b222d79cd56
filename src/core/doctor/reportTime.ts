import * as l10n from "@vscode/l10n";
import { numberText, textLanguage } from "../../shared/text/numberText";

/** Formats a date in the language of the text that it is part of, with the month's name. */
export function day(time: number): string {
	if (Number.isNaN(time)) return "?";
	return new Intl.DateTimeFormat(textLanguage() || "en", { dateStyle: "long", timeZone: "UTC" }).format(time);
}

/** Formats a duration given in milliseconds. */
export function elapsed(milliseconds: number): string {
	return milliseconds < 1000
		? l10n.t("{0} ms", Math.round(milliseconds))
		: l10n.t(
				"{0} s",
				numberText(milliseconds / 1000, undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
			);
}

/** Formats the difference between two clocks, given in milliseconds, in days, hours or minutes. */
export function span(milliseconds: number): string {
	const minutes = Math.round(Math.abs(milliseconds) / 60_000);
	if (minutes < 120) return l10n.t("{0} minutes", minutes);
	const hours = Math.round(minutes / 60);
	return hours < 48 ? l10n.t("{0} hours", hours) : l10n.t("{0} days", Math.round(hours / 24));
}

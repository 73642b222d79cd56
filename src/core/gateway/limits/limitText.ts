import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import type { EndingLimit, LimitReport } from "./limitHeaders";

const day = 24 * 60 * 60 * 1000;

/** Returns a limit for display: what is left, and when it is renewed; empty if the gateway reports only its size. */
export function limitText(limit: LimitReport, now: number, language: string): string {
	const { resetsAt } = limit;
	const text = leftText(limit, language);
	if (text === "" || resetsAt === undefined || resetsAt <= now) return text;
	return l10n.t("{0} (renewal: {1})", text, timeText(resetsAt, now, language));
}

/**
 * Returns a limit that is renewed soon for display: what is left, and the delay in seconds.
 *
 * @param delay in milliseconds, at least two seconds.
 */
export function soonText(limit: LimitReport, delay: number, language: string): string {
	const seconds = numberText(Math.round(delay / 1000), language);
	return l10n.t("{0} (renewed in {1} seconds)", leftText(limit, language), seconds);
}

function leftText({ unit, limit, left }: LimitReport, language: string): string {
	if (left === undefined) return "";
	const count = numberText(left, language);
	const all = limit === undefined ? undefined : numberText(limit, language);
	if (unit === "requests") {
		return all === undefined ? l10n.t("Requests left: {0}", count) : l10n.t("Requests left: {0} of {1}", count, all);
	}
	return all === undefined ? l10n.t("Tokens left: {0}", count) : l10n.t("Tokens left: {0} of {1}", count, all);
}

/** Returns the sentence that names a limit that is used up, and when it ends. */
export function usedUpText({ unit, limit, period = 0, resetsAt }: EndingLimit, now: number, language?: string): string {
	const until = timeText(resetsAt, now, language);
	if (limit === undefined) return l10n.t("The gateway's limit is used up until {0}.", until);
	const most = numberText(limit, language);
	if (unit === "tokens") return l10n.t("The gateway's limit of tokens ({0}) is used up until {1}.", most, until);
	switch (period) {
		case day / 24 / 60:
			return l10n.t("The gateway's limit of requests per minute ({0}) is used up until {1}.", most, until);
		case day / 24:
			return l10n.t("The gateway's limit of requests per hour ({0}) is used up until {1}.", most, until);
		case day:
			return l10n.t("The gateway's limit of requests per day ({0}) is used up until {1}.", most, until);
		case 31 * day:
			return l10n.t("The gateway's limit of requests per month ({0}) is used up until {1}.", most, until);
		default:
			return l10n.t("The gateway's limit of requests ({0}) is used up until {1}.", most, until);
	}
}

/** Returns a time by this computer's clock, such as `14:30`; with the date if it is half a day away or more. */
export function timeText(time: number, now: number, language: string | undefined): string {
	const style = time - now < day / 2 ? {} : ({ dateStyle: "medium" } as const);
	return new Intl.DateTimeFormat(language, { ...style, timeStyle: "short" }).format(time);
}

import * as l10n from "@vscode/l10n";
import type { EndingLimit, LimitReport } from "./limitHeaders";

const day = 24 * 60 * 60 * 1000;

/** Returns a limit for display: what is left, and when it is renewed; empty if the gateway reports only its size. */
export function limitText({ unit, limit, left, resetsAt }: LimitReport, now: number, language: string): string {
	if (left === undefined) return "";
	const count = left.toLocaleString(language);
	const all = limit?.toLocaleString(language);
	const text =
		unit === "requests"
			? all === undefined
				? l10n.t("Requests left: {0}", count)
				: l10n.t("Requests left: {0} of {1}", count, all)
			: all === undefined
				? l10n.t("Tokens left: {0}", count)
				: l10n.t("Tokens left: {0} of {1}", count, all);
	if (resetsAt === undefined || resetsAt <= now) return text;
	const style = resetsAt - now < day / 2 ? {} : ({ dateStyle: "medium" } as const);
	const time = new Intl.DateTimeFormat(language, { ...style, timeStyle: "short" }).format(resetsAt);
	return l10n.t("{0} (renewed: {1})", text, time);
}

/** Returns the sentence that names a limit that is used up, and when it ends. */
export function usedUpText({ unit, limit, period = 0, resetsAt }: EndingLimit, now: number): string {
	const until = timeText(resetsAt, now);
	if (limit === undefined) return l10n.t("Its limit is used up until {0}.", until);
	if (unit === "tokens") return l10n.t("Its limit of tokens ({0}) is used up until {1}.", limit, until);
	switch (period) {
		case day / 24 / 60:
			return l10n.t("Its limit of requests per minute ({0}) is used up until {1}.", limit, until);
		case day / 24:
			return l10n.t("Its limit of requests per hour ({0}) is used up until {1}.", limit, until);
		case day:
			return l10n.t("Its limit of requests per day ({0}) is used up until {1}.", limit, until);
		case 31 * day:
			return l10n.t("Its limit of requests per month ({0}) is used up until {1}.", limit, until);
		default:
			return l10n.t("Its limit of requests ({0}) is used up until {1}.", limit, until);
	}
}

/** Returns a time of this computer's clock, such as `14:30`, with its day if that is not near. */
function timeText(time: number, now: number): string {
	const date = new Date(time);
	const two = (value: number) => String(value).padStart(2, "0");
	const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
	if (time - now < day / 2) return clock;
	return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}

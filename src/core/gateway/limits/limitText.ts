import * as l10n from "@vscode/l10n";
import type { LimitReport } from "./limitHeaders";

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

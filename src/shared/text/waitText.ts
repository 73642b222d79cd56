import * as l10n from "@vscode/l10n";
import { duration } from "./duration";

/** The longest pause that is counted down, in milliseconds: of a longer one, the time of day is shown. */
const longestCountdown = 10 * 60_000;

/**
 * Returns when a request is tried again, and why not now: a countdown, or a time by this computer's clock if it is more
 * than ten minutes away.
 *
 * @param wait when the pause ends, in milliseconds since the epoch, within a day; the reason is a sentence.
 * @param now in milliseconds since the epoch.
 */
export function waitText(
	{ until, reason }: { readonly until: number; readonly reason: string },
	now: number,
	language: string,
): string {
	if (until - now <= longestCountdown) return l10n.t("Trying again in {0}. {1}", duration(until - now), reason);
	const time = new Intl.DateTimeFormat(language || "en", { timeStyle: "short" }).format(until);
	const isToday = new Date(until).toDateString() === new Date(now).toDateString();
	return isToday
		? l10n.t("Trying again at {0}. {1}", time, reason)
		: l10n.t("Trying again tomorrow at {0}. {1}", time, reason);
}

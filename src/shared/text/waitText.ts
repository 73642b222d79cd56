import * as l10n from "@vscode/l10n";
import { duration } from "./duration";

/** The longest pause that is counted down, in milliseconds: of a longer one, the time of day is shown. */
const longestCountdown = 10 * 60_000;

/** A pause before a request. */
interface ShownWait {
	/** When it ends, in milliseconds since the epoch, within a day. */
	readonly until: number;
	/** Why the request is not sent now; a sentence. */
	readonly reason: string;
	/** Whether nothing has failed: the request was not tried yet. */
	readonly ahead?: boolean | undefined;
}

/**
 * Returns when a request is sent, and why not now: a countdown, or a time by this computer's clock if it is more
 * than ten minutes away.
 *
 * @param now in milliseconds since the epoch.
 */
export function waitText({ until, reason, ahead = false }: ShownWait, now: number, language: string): string {
	if (until - now <= longestCountdown) {
		const left = duration(until - now);
		return ahead ? l10n.t("Continuing in {0}. {1}", left, reason) : l10n.t("Trying again in {0}. {1}", left, reason);
	}
	const time = new Intl.DateTimeFormat(language || "en", { timeStyle: "short" }).format(until);
	const isToday = new Date(until).toDateString() === new Date(now).toDateString();
	if (ahead)
		return isToday
			? l10n.t("Continuing at {0}. {1}", time, reason)
			: l10n.t("Continuing tomorrow at {0}. {1}", time, reason);
	return isToday
		? l10n.t("Trying again at {0}. {1}", time, reason)
		: l10n.t("Trying again tomorrow at {0}. {1}", time, reason);
}

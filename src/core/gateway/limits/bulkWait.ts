import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import type { Clock } from "../../base/ports";
import { GatewayError } from "../gatewayError";
import type { Wait } from "../retry";
import type { LimitReport } from "./limitHeaders";
import { timeText } from "./limitText";
import type { ReportedLimits } from "./reportedLimits";

interface BulkWaitPorts {
	readonly clock: Pick<Clock, "now">;
	readonly limits: ReportedLimits;
	/** The language in whose format numbers are shown. */
	readonly language?: string;
}

/** Returns the pause that a bulk request to an origin must make, and the limit or the refusal as its cause. */
export function bulkWait(origin: string, { clock, limits, language }: BulkWaitPorts): Wait | undefined {
	const { milliseconds, limit } = limits.bulkPause(origin);
	if (milliseconds <= 0) return undefined;
	const details = { retryAfter: milliseconds, transient: true };
	const now = clock.now();
	const until = now + milliseconds;
	const reason = waitText(limit, language);
	// Longer pauses are not waited for, so no countdown shows when they end.
	const text =
		milliseconds > gatewayLimits.retryAfter
			? l10n.t("{0} The next request can be sent from {1} on.", reason, timeText(until, now, language))
			: reason;
	return { until, cause: new GatewayError("rateLimited", text, undefined, details), ahead: true };
}

function waitText(limit: LimitReport | undefined, language: string | undefined): string {
	if (!limit) return l10n.t("The gateway refused a request with this key and asks to wait.");
	const left = numberText(limit.left ?? 0, language);
	return limit.limit === undefined
		? l10n.t("The gateway limits requests (left: {0}); half of them are kept for your own questions.", left)
		: l10n.t(
				"The gateway limits requests (left: {0} of {1}); half of them are kept for your own questions.",
				left,
				numberText(limit.limit, language),
			);
}

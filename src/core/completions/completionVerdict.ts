import type { LimitReport } from "../gateway/limits/limitHeaders";
import type { CompletionMode } from "./completionRate";
import { medianOf } from "./typingRhythm";

/** The verdict on a model: the mode that its answer times and the gateway's limits allow. */
export interface CompletionVerdict {
	readonly type: "typing" | "demand" | "slow";
	/** The median of the times that the model takes for one line, in milliseconds. */
	readonly milliseconds: number;
	/** The limit that allows completions on demand only, although the model would be fast enough. */
	readonly limit?: LimitReport;
}

/** Number of times that a model is measured. */
export const verdictTries = 3;
/** Median times below which code can be completed while typing, and on demand, in milliseconds. */
const whileTyping = 1_000;
const onDemand = 2_500;
/** Requests per hour below which code is completed on demand only. */
const fewestPerHour = 500;
const hour = 3_600_000;

/**
 * Judges a model by the times that it took for one line.
 *
 * @param times in milliseconds; not empty.
 * @param limits the known limits of the gateway.
 * @param now in milliseconds since the epoch.
 */
export function completionVerdict(
	times: readonly number[],
	limits: readonly LimitReport[],
	now: number,
): CompletionVerdict {
	const milliseconds = medianOf(times);
	if (milliseconds >= onDemand) return { type: "slow", milliseconds };
	if (milliseconds >= whileTyping) return { type: "demand", milliseconds };
	const limit = limits.find((report) => (perHour(report, now) ?? fewestPerHour) < fewestPerHour);
	return limit ? { type: "demand", milliseconds, limit } : { type: "typing", milliseconds };
}

/** Returns how many requests per hour a limit allows at most; `undefined` where that is not known. */
function perHour({ unit, limit, period, resetsAt }: LimitReport, now: number): number | undefined {
	// A period that is not reported is at least as long as what is left of it.
	const length = period ?? (resetsAt ?? now) - now;
	// Some gateways report a limit of zero where there is none.
	if (unit !== "requests" || !limit || length <= 0) return undefined;
	return (limit * hour) / length;
}

/** Returns the mode that a verdict suggests. */
export function suggestedMode({ type }: CompletionVerdict): CompletionMode {
	return type === "slow" ? "off" : type;
}

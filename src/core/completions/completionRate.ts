import type { LimitReport } from "../gateway/limits/limitHeaders";

/** When code is completed: while the user types, on demand by a keyboard shortcut, or not at all. */
export type CompletionMode = "typing" | "demand" | "off";

/** How often code is completed, as far as the gateway's limits allow. */
export interface CompletionRate {
	readonly mode: CompletionMode;
	/** Factor by which pauses before requests are multiplied. */
	readonly factor: number;
	/** Maximum number of requests of all windows together in any 60 seconds. */
	readonly perMinute: number;
	/** The limit that reduces the rate; absent if none does. */
	readonly limit?: LimitReport;
}

const minute = 60_000;
/** Requests per minute if the gateway reports no limit per minute: half of the lowest that gateways have. */
const usualPerMinute = 15;
/** Shares of a limit: with less left, the number of requests is halved, or code is completed on demand only. */
const halfLeft = 0.5;
const fewLeft = 0.1;
/** Minimum number of requests that are left for the other features. */
const fewestLeft = 2;
/** Share of a limit per minute that is left for the other features. */
const partOfMinute = 0.25;

/**
 * Returns how often code may be completed in all windows together: with at most half of the requests per minute, and
 * not with the last quarter of them. When less than half of a longer limit is left, the rate is halved; when less than
 * a tenth is left, code is completed on demand only.
 */
export function completionRate(mode: CompletionMode, limits: readonly LimitReport[]): CompletionRate {
	const hasMinute = limits.some(({ unit, limit = 0, period }) => unit === "requests" && limit > 0 && period === minute);
	let rate: CompletionRate = { mode, factor: 1, perMinute: hasMinute ? Number.POSITIVE_INFINITY : usualPerMinute };
	let least = 1;
	for (const report of limits) {
		const { unit, limit = 0, left, period } = report;
		if (unit !== "requests" || limit <= 0) continue;
		const isShort = period !== undefined && period <= minute;
		if (isShort) {
			const half = Math.max(1, Math.floor((limit * minute) / period / 2));
			rate = { ...rate, perMinute: Math.min(rate.perMinute, half) };
			// A limit per second is renewed before the user's next pause.
			if (period < minute) continue;
		}
		const kept = isShort ? Math.max(fewestLeft, Math.floor(limit * partOfMinute) + 1) : fewestLeft;
		if (left !== undefined && left < kept) rate = { ...rate, perMinute: 0, limit: report };
		const part = left === undefined ? 1 : left / limit;
		// A limit per minute is renewed soon, and `perMinute` respects it.
		if (part >= least || isShort) continue;
		least = part;
		if (part < fewLeft) rate = { ...rate, mode: mode === "typing" ? "demand" : mode, factor: 2, limit: report };
		else if (part < halfLeft) rate = { ...rate, factor: 2, limit: report };
	}
	return rate.factor === 1 ? rate : { ...rate, perMinute: Math.ceil(rate.perMinute / rate.factor) };
}

/** The completion requests of all windows on this computer. */
export interface SharedRequests {
	/**
	 * Counts a request to a gateway, unless it would exceed the maximum per minute or is aborted meanwhile; returns
	 * whether it was counted.
	 */
	add(origin: string, most: number, signal: AbortSignal): Promise<boolean>;
}

/** The period in which `SharedRequests` are counted, in milliseconds. */
export const sharedPeriod = minute;

/** The requests of this window in the last minute. */
export class RequestWindow {
	#times: number[] = [];

	/** Returns whether another request fits. */
	hasRoom(now: number, perMinute: number): boolean {
		this.#times = this.#times.filter((time) => time > now - minute && time <= now);
		return this.#times.length < perMinute;
	}

	/** Counts a request. */
	sent(now: number): void {
		this.#times.push(now);
	}
}

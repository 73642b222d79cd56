import type { LimitReport } from "../gateway/limits/limitHeaders";

/** When code is completed: while the user types, on demand by a key, or not at all. */
export type CompletionMode = "typing" | "demand" | "off";

/** How often code is completed, as far as the gateway's limits allow. */
export interface CompletionRate {
	readonly mode: CompletionMode;
	/** Factor of the pauses between requests. */
	readonly factor: number;
	/** Requests of all windows in any 60 seconds. */
	readonly perMinute: number;
	/** The limit because of which it is less; absent without one. */
	readonly limit?: LimitReport;
}

const minute = 60_000;
/** Requests in a minute where the gateway reports no limit of one: half of the least that gateways have. */
const usualPerMinute = 15;
/** Parts of a limit that must be left, below which requests are halved, and are made on demand alone. */
const halfLeft = 0.5;
const fewLeft = 0.1;
/** Requests that are left for what the user asks in other ways. */
const fewestLeft = 2;
/** Part of a minute's limit that is left likewise. */
const partOfMinute = 0.25;

/**
 * Returns how often code may be completed in all windows together: with at most half of the minute's requests, and none of
 * its last quarter; below half of any longer limit at half the rate; below a tenth on demand alone.
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
			// A second's limit is full again before the next pause of the user.
			if (period < minute) continue;
		}
		const kept = isShort ? Math.max(fewestLeft, Math.floor(limit * partOfMinute) + 1) : fewestLeft;
		if (left !== undefined && left < kept) rate = { ...rate, perMinute: 0, limit: report };
		const part = left === undefined ? 1 : left / limit;
		// A minute's limit is full again soon, and perMinute keeps to it.
		if (part >= least || isShort) continue;
		least = part;
		if (part < fewLeft) rate = { ...rate, mode: mode === "typing" ? "demand" : mode, factor: 2, limit: report };
		else if (part < halfLeft) rate = { ...rate, factor: 2, limit: report };
	}
	return rate.factor === 1 ? rate : { ...rate, perMinute: Math.ceil(rate.perMinute / rate.factor) };
}

/** The completions that all windows of this computer have asked gateways for. */
export interface SharedRequests {
	/** Counts a request to a gateway, unless that would be more than so many in a minute; returns whether it is counted. */
	add(origin: string, most: number): Promise<boolean>;
}

/** Time in milliseconds in which `SharedRequests` are counted. */
export const sharedPeriod = minute;

/** The requests of the last minute. */
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

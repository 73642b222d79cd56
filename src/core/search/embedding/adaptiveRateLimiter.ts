import type { Clock } from "../../base/ports";

/** Initial and maximum number of concurrent requests. */
const firstMost = 2;
const largestMost = 16;
/** Minimum gain in throughput from one more concurrent request; with less, it only waits in the gateway's own queue. */
const worthwhile = 1.05;
/**
 * The smallest and the largest factor by which a refused rate is multiplied; a measured rate is multiplied by the
 * largest.
 */
const lowest = 0.9;
const below = 0.98;
/** Number of requests after which a higher rate is tried: only slightly higher near the rate that was refused last. */
const higherAfter = 50;
const near = { from: 0.85, to: 1.03 };
const littleHigher = 1.001;
const higher = 1.03;
/** Minimum number of requests before a refusal from which a rate can be measured. */
const measurableCount = 10;
/** The unit in which gateways state their pauses, in milliseconds; they round up. */
const second = 1000;

/**
 * A rate limiter that adapts to the gateway: adds concurrent requests as long as they increase the throughput, until
 * the gateway refuses. A refusal just after the number was increased concerns that number; any other concerns the rate,
 * which is then measured from the successful requests and kept just below the refused one.
 */
export class AdaptiveRateLimiter {
	#most = firstMost;
	/** The number of concurrent requests that has worked for a while. */
	#proven = 1;
	/** Upper limit of concurrent requests, because more were refused or did not help. */
	#ceiling = largestMost;
	#underWay = 0;
	#pausedUntil = 0;
	/** Requests per millisecond; absent while no limit is known. */
	#rate: number | undefined;
	/** The rate that was refused last. */
	#refusedRate = 0;
	#nextStart = 0;
	/**
	 * The end of the last refusal's pause, and the number of successful requests since then, for measuring the rate.
	 */
	#since: number;
	#passed = 0;
	/** The number of successful requests since the rate was raised. */
	#sinceRaised = 0;
	/**
	 * The time of the last change of the number of concurrent requests, the successful requests since then, and the
	 * throughput before.
	 */
	#levelSince: number;
	#levelPassed = 0;
	#levelBefore = 0;

	constructor(private readonly clock: Clock) {
		this.#since = clock.now();
		this.#levelSince = this.#since;
	}

	/** Milliseconds until the next request may start, 0 for now; `undefined` when another request must end first. */
	get wait(): number | undefined {
		if (this.#underWay >= this.#most) return undefined;
		return Math.max(0, this.#pausedUntil - this.clock.now(), this.#nextStart - this.clock.now());
	}

	/** Records the start of a request. */
	began(): void {
		this.#underWay++;
		if (this.#rate) this.#nextStart = Math.max(this.#nextStart, this.clock.now() - 1 / this.#rate) + 1 / this.#rate;
	}

	/** Records the end of a request. @param passed whether it succeeded. */
	ended(passed: boolean): void {
		this.#underWay--;
		if (!passed) return;
		this.#passed++;
		this.#levelPassed++;
		if (this.#levelPassed >= Math.max(10, this.#most * 3)) this.#judgeLevel();
		if (this.#rate && ++this.#sinceRaised >= higherAfter) {
			const share = this.#rate / this.#refusedRate;
			this.#rate *= share > near.from && share < near.to ? littleHigher : higher;
			this.#sinceRaised = 0;
		}
	}

	/** Lets no request start before this time, because the gateway is busy or unavailable. */
	pause(until: number): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, until);
	}

	/** Records that the gateway refused because of too many requests. @param until when it accepts the next one. */
	refused(until: number): void {
		// Concurrent requests are refused together, which counts as one refusal.
		const known = until <= this.#pausedUntil || this.clock.now() < this.#pausedUntil;
		this.pause(until);
		if (known) return;
		if (this.#most > this.#proven) {
			this.#ceiling = this.#proven;
			this.#most = this.#proven;
		} else if (this.#rate) this.#lower(this.#rate);
		else if (this.#passed >= measurableCount) this.#rate = this.#measured(until) * below;
		// Too few requests to measure a rate: they are counted with the next ones.
		else return;
		// The refused request itself is sent again at that time.
		this.#nextStart = until + (this.#rate ? 1 / this.#rate : 0);
		this.#since = until;
		this.#passed = 0;
		this.#sinceRaised = 0;
		this.#levelSince = until;
		this.#levelPassed = 0;
	}

	/** Lowers the rate; the fewer requests succeeded before the refusal, the more it is lowered. */
	#lower(rate: number): void {
		this.#refusedRate = rate;
		this.#rate = rate * Math.min(below, Math.max(lowest, 1 - 2 / this.#passed));
	}

	/**
	 * Returns the rate of successful requests since the last refusal, corrected for the rounding of the gateway's
	 * pause.
	 */
	#measured(until: number): number {
		const roundedUp = Math.min(second, until - this.clock.now()) / 2;
		return this.#passed / Math.max(1, until - roundedUp - this.#since);
	}

	/** Decides whether the current number of concurrent requests works, and whether to try one more. */
	#judgeLevel(): void {
		const now = this.clock.now();
		const brings = this.#levelPassed / Math.max(1, now - this.#levelSince);
		this.#levelSince = now;
		this.#levelPassed = 0;
		if (this.#rate) return;
		if (this.#most > this.#proven && brings < this.#levelBefore * worthwhile) {
			this.#ceiling = this.#proven;
			this.#most = this.#proven;
			return;
		}
		this.#proven = this.#most;
		this.#levelBefore = brings;
		this.#most = Math.min(this.#ceiling, this.#most + 1);
	}
}

import type { Clock } from "../../base/ports";

/** How many requests are under way at first, and at most. */
const firstMost = 2;
const largestMost = 16;
/** One more request at once must bring so much more, or it only waits in the gateway's own queue. */
const worthwhile = 1.05;
/** A rate that was refused is kept between so much lower and a little lower; one that was only measured, a little lower. */
const lowest = 0.9;
const below = 0.98;
/** After so many requests a higher rate is tried: a little higher near the one that was refused last, more elsewhere. */
const higherAfter = 50;
const near = { from: 0.85, to: 1.03 };
const littleHigher = 1.001;
const higher = 1.03;
/** Fewer requests before a refusal do not tell a rate. */
const tellingCount = 10;
/** Gateways tell their pauses in whole seconds, rounded up. */
const second = 1000;

/**
 * How fast requests may follow each other: as many at once as bring anything, until the gateway says that it is too much.
 * A refusal just after one more was tried is about their number; any other is about their rate, which is then learned
 * from what went through, and held as near as can be to what is refused.
 */
export class Pace {
	#most = firstMost;
	/** How many at once have gone through for a while. */
	#proven = 1;
	/** No more than these, for more were refused or brought nothing. */
	#ceiling = largestMost;
	#underWay = 0;
	#pausedUntil = 0;
	/** Requests in a millisecond; absent while nobody knows a limit. */
	#rate: number | undefined;
	/** That which was refused last. */
	#refusedRate = 0;
	#nextStart = 0;
	/** The end of the last refusal's pause, and how many went through since then, for the rate. */
	#since: number;
	#passed = 0;
	/** How many went through since the rate was raised. */
	#sinceRaised = 0;
	/** The same, since there was one more at once; and what one fewer brought. */
	#levelSince: number;
	#levelPassed = 0;
	#levelBefore = 0;

	constructor(private readonly clock: Clock) {
		this.#since = clock.now();
		this.#levelSince = this.#since;
	}

	/** When the next request may begin: 0 now, or the milliseconds until then; `undefined` when one must end first. */
	get wait(): number | undefined {
		if (this.#underWay >= this.#most) return undefined;
		return Math.max(0, this.#pausedUntil - this.clock.now(), this.#nextStart - this.clock.now());
	}

	/** A request begins. */
	began(): void {
		this.#underWay++;
		if (this.#rate) this.#nextStart = Math.max(this.#nextStart, this.clock.now() - 1 / this.#rate) + 1 / this.#rate;
	}

	/** A request has ended. @param passed whether with an answer. */
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

	/** Nothing may begin before then, for the gateway is busy or away. */
	pause(until: number): void {
		this.#pausedUntil = Math.max(this.#pausedUntil, until);
	}

	/** The gateway found the requests too many. @param until when it wants the next. */
	refused(until: number): void {
		// Requests that were under way together are refused together: that is one refusal.
		const known = until <= this.#pausedUntil || this.clock.now() < this.#pausedUntil;
		this.pause(until);
		if (known) return;
		if (this.#most > this.#proven) {
			this.#ceiling = this.#proven;
			this.#most = this.#proven;
		} else if (this.#rate) this.#lower(this.#rate);
		else if (this.#passed >= tellingCount) this.#rate = this.#measured(until) * below;
		// Too few to tell: they count with the next ones.
		else return;
		// What was refused is itself sent again then.
		this.#nextStart = until + (this.#rate ? 1 / this.#rate : 0);
		this.#since = until;
		this.#passed = 0;
		this.#sinceRaised = 0;
		this.#levelSince = until;
		this.#levelPassed = 0;
	}

	/** The fewer went through before it was refused, the more it was too high. */
	#lower(rate: number): void {
		this.#refusedRate = rate;
		this.#rate = rate * Math.min(below, Math.max(lowest, 1 - 2 / this.#passed));
	}

	/** The rate at which requests went through since the last refusal, as the gateway is likely to mean it. */
	#measured(until: number): number {
		const roundedUp = Math.min(second, until - this.clock.now()) / 2;
		return this.#passed / Math.max(1, until - roundedUp - this.#since);
	}

	/** Whether so many at once go through, and whether one more would be worth it. */
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

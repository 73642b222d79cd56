import type { Clock } from "../../../src/core/base/ports";

interface Timer {
	readonly at: number;
	readonly run: () => void;
}

/** A clock whose time passes as fast as the work that it causes allows. */
export class VirtualClock implements Clock {
	#now = 0;
	#timers: Timer[] = [];

	now(): number {
		return this.#now;
	}

	after(milliseconds: number, run: () => void): { dispose(): void } {
		const timer = { at: this.#now + Math.max(0, milliseconds), run };
		this.#timers.push(timer);
		return {
			dispose: () => {
				this.#timers = this.#timers.filter((other) => other !== timer);
			},
		};
	}

	/** Lets time pass up to a point, and runs every timer in order. */
	async runUntil(end: number): Promise<void> {
		for (;;) {
			await turn();
			const next = this.#timers.reduce<Timer | undefined>(
				(first, timer) => (timer.at <= end && (!first || timer.at < first.at) ? timer : first),
				undefined,
			);
			if (!next) break;
			this.#timers = this.#timers.filter((timer) => timer !== next);
			this.#now = Math.max(this.#now, next.at);
			next.run();
		}
		this.#now = Math.max(this.#now, end);
	}
}

/** Waits until all promises that can settle have settled. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

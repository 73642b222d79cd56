/** Number of latest intervals between keys that are evaluated, and the maximum length of each, in milliseconds. */
const mostIntervals = 24;
const longestInterval = 2_000;
/** The assumed interval while too few are known, in milliseconds: that of an average typist. */
const usualInterval = 180;
/** The shortest and the longest delay, in milliseconds. */
const shortest = 100;
const longest = 1_000;
/** Number of intervals without a key that count as a pause. */
const pauseIntervals = 2.7;
/** Share of the expected answer time by which a request is sent earlier. */
const earlier = 0.05;

/** The rhythm in which the user types, which determines how long a pause is. */
export class TypingRhythm {
	readonly #intervals: number[] = [];
	#last: number | undefined;

	/** Records a key. @param now in milliseconds. */
	typed(now: number): void {
		const interval = now - (this.#last ?? now);
		this.#last = now;
		if (interval <= 0 || interval > longestInterval) return;
		this.#intervals.push(interval);
		if (this.#intervals.length > mostIntervals) this.#intervals.shift();
	}

	/**
	 * Returns how long to wait for another key before a request, in milliseconds: long enough for most keys to come
	 * first, and shorter where the answer takes long anyway.
	 *
	 * @param expected the time that an answer is expected to take, in milliseconds.
	 */
	delay(expected: number): number {
		const interval = this.#intervals.length < 4 ? usualInterval : medianOf(this.#intervals);
		return Math.min(longest, Math.max(shortest, interval * pauseIntervals - expected * earlier));
	}
}

/** Returns the median of several numbers; 0 for none. */
export function medianOf(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

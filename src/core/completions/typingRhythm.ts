/** Intervals between keys that are considered, and the longest of them in milliseconds: a pause is no rhythm. */
const mostIntervals = 24;
const longestInterval = 2_000;
/** The interval where none is known yet, in milliseconds: that of a usual typist. */
const usualInterval = 180;
/** The shortest and the longest delay, in milliseconds. */
const shortest = 100;
const longest = 1_000;
/** How many intervals without a key are a pause. */
const pauseIntervals = 2.7;
/** The part of the expected answer time by which a request goes out earlier. */
const earlier = 0.05;

/** The rhythm in which the user types, which says when a pause is one. */
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
	 * Returns how long to wait for another key before a request, in milliseconds: long enough that most keys come earlier,
	 * and less where the answer takes long anyway.
	 *
	 * @param expected the time that an answer takes.
	 */
	delay(expected: number): number {
		const interval = this.#intervals.length < 4 ? usualInterval : medianOf(this.#intervals);
		return Math.min(longest, Math.max(shortest, interval * pauseIntervals - expected * earlier));
	}
}

/** Returns the middle one of several numbers; 0 for none. */
export function medianOf(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

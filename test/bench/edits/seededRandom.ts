/** A source of numbers that look random and are the same in each run. */
export class SeededRandom {
	#state: number;

	/** @param seed determines all the numbers. */
	constructor(seed: string) {
		let hash = 2166136261;
		for (let at = 0; at < seed.length; at++) hash = Math.imul(hash ^ seed.charCodeAt(at), 16777619);
		this.#state = hash >>> 0;
	}

	/** Returns a number from 0 up to 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	}

	/** Returns a whole number from 0 up to a limit, which is excluded. */
	below(limit: number): number {
		return Math.floor(this.next() * limit);
	}

	/** Returns true with a probability. */
	chance(probability: number): boolean {
		return this.next() < probability;
	}

	/** Returns one of several values. @throws RangeError without any. */
	pick<T>(values: readonly T[]): T {
		const value = values[this.below(values.length)];
		if (value === undefined) throw new RangeError("There is nothing to pick from.");
		return value;
	}

	/** Returns the values in another order. */
	shuffled<T>(values: readonly T[]): T[] {
		return values
			.map((value) => ({ value, key: this.next() }))
			.sort((one, other) => one.key - other.key)
			.map(({ value }) => value);
	}
}

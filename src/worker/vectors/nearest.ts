/** The id of a content and its score: the larger the score, the nearer the content. */
export interface Scored {
	readonly id: number;
	readonly score: number;
}

/** The number of 32-bit words per row: its score, a float32, and its id. */
const wordsEach = 2;
/** Maximum number of rows kept when the worse ones are dropped, as a multiple of the number wanted. */
const stay = 1.5;

/**
 * Returns the number of words that the rows need in memory.
 *
 * @param most the maximum number of rows wanted.
 * @param atOnce the number of rows written between two calls of `take`.
 */
export function wordsFor(most: number, atOnce: number): number {
	return (Math.floor(stay * most) + atOnce) * wordsEach;
}

/**
 * Keeps the best rows that the scan's kernel writes, in place: the kernel writes after those that are kept. (When
 * each row was passed to a heap instead, that took up a tenth of the time of a search among ten thousand rows.)
 */
export class Nearest {
	/** The number of rows in memory. */
	#count = 0;
	#bar: number;

	/**
	 * @param most the number of rows wanted.
	 * @param scores the kernel's memory as floats; `ids` is the same memory as integers.
	 * @param begin the word at which the rows begin.
	 */
	constructor(
		private readonly most: number,
		private readonly scores: Float32Array,
		private readonly ids: Int32Array,
		private readonly begin: number,
	) {
		this.#bar = most > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	}

	/** The score above which rows are to be written. */
	get bar(): number {
		return this.#bar;
	}

	/** The word at which the next row is to be written. */
	get end(): number {
		return this.begin + this.#count * wordsEach;
	}

	/**
	 * Adds the rows that the kernel has written, and drops the worse ones when there are too many.
	 *
	 * @param end the word at which they end.
	 * @param allowed returns whether the row with an id may be kept.
	 */
	take(end: number, allowed?: (id: number) => boolean): void {
		const first = this.#count;
		this.#count = (end - this.begin) / wordsEach;
		if (allowed) this.#leaveOut(first, allowed);
		if (this.#count > stay * this.most) this.#letGo(Math.floor(stay * this.most));
	}

	/** Returns the kept rows, in no particular order. @param unit the factor by which scores are multiplied. */
	kept(unit: number): Scored[] {
		if (this.#count > this.most) this.#letGo(this.most);
		const kept: Scored[] = [];
		for (let word = this.begin; word < this.end; word += wordsEach)
			kept.push({ id: this.ids[word + 1] as number, score: (this.scores[word] as number) * unit });
		return kept;
	}

	#leaveOut(first: number, allowed: (id: number) => boolean): void {
		const { end } = this;
		this.#count = first;
		for (let word = this.end; word < end; word += wordsEach) {
			if (!allowed(this.ids[word + 1] as number)) continue;
			this.#swap(word, this.end);
			this.#count++;
		}
	}

	/** Keeps the best rows, at least `most` and at most `enough`, and drops the others (Hoare's quickselect). */
	#letGo(enough: number): void {
		const { scores, begin } = this;
		const scoreOf = (place: number) => scores[begin + place * wordsEach] as number;
		let low = 0;
		let high = this.#count - 1;
		for (;;) {
			const pivot = scoreOf((low + high) >> 1);
			let from = low;
			let to = high;
			while (from <= to) {
				while (scoreOf(from) > pivot) from++;
				while (scoreOf(to) < pivot) to--;
				if (from <= to) this.#swap(begin + from++ * wordsEach, begin + to-- * wordsEach);
			}
			// Scores before `from` are not below the pivot, those after `to` are not above it, and any between them
			// are equal to it.
			if (to >= enough) high = to;
			else if (from < this.most) low = from;
			else {
				this.#count = Math.min(from, enough);
				this.#bar = pivot;
				return;
			}
		}
	}

	#swap(one: number, other: number): void {
		const { scores, ids } = this;
		const score = scores[one] as number;
		const id = ids[one + 1] as number;
		scores[one] = scores[other] as number;
		ids[one + 1] = ids[other + 1] as number;
		scores[other] = score;
		ids[other + 1] = id;
	}
}

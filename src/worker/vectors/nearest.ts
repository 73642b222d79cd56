/** A content and how near it is: the larger, the nearer. */
export interface Scored {
	readonly id: number;
	readonly score: number;
}

/** Words of one row: its score, a float32, and its id. */
const wordsEach = 2;
/** So many times as many as are wanted may stay when the worse are let go. */
const stay = 1.5;

/** So many words the rows need in the memory. @param atOnce how many are written before they are taken in. */
export function wordsFor(most: number, atOnce: number): number {
	return (Math.floor(stay * most) + atOnce) * wordsEach;
}

/**
 * Keeps the best of what the scan's kernel writes, where it writes them: it goes on behind those that are kept. (A heap, to
 * which each was handed, took a tenth of the time of a search among ten thousand.)
 */
export class Nearest {
	/** How many lie there. */
	#count = 0;
	#bar: number;

	/**
	 * @param most how many are wanted.
	 * @param scores the kernel's memory, as numbers of either kind.
	 * @param begin the word from which on they lie in it.
	 */
	constructor(
		private readonly most: number,
		private readonly scores: Float32Array,
		private readonly ids: Int32Array,
		private readonly begin: number,
	) {
		this.#bar = most > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	}

	/** What a score must be above to be written. */
	get bar(): number {
		return this.#bar;
	}

	/** The word from which on the next ones are written. */
	get end(): number {
		return this.begin + this.#count * wordsEach;
	}

	/**
	 * Takes in what was written.
	 *
	 * @param end the word at which that ends.
	 * @param allowed leaves rows out by their id.
	 */
	take(end: number, allowed?: (id: number) => boolean): void {
		const first = this.#count;
		this.#count = (end - this.begin) / wordsEach;
		if (allowed) this.#leaveOut(first, allowed);
		if (this.#count > stay * this.most) this.#letGo(Math.floor(stay * this.most));
	}

	/** What was kept, in no order. @param unit what a score of 1 is worth. */
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

	/** Brings the best to the front (Hoare's quickselect) until there are no more than `enough`, and forgets the others. */
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
			// None before `from` is below the pivot, none behind `to` above it, and what lies between is equal to it.
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

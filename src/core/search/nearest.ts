/** A content and how near it is: the larger, the nearer. */
export interface Scored {
	readonly id: number;
	readonly score: number;
}

/** So many times as many as are wanted are gathered, and so many stay when the worse are let go. */
const gathered = 2.5;
const stay = 1.5;

/** Keeps the best of what it is offered: gathers more than are wanted, then lets the worse go. That takes half as long as a heap. */
export class Nearest {
	readonly #scores: Float32Array;
	readonly #ids: Int32Array;
	#count = 0;
	#bar: number;

	/** @param most how many are kept. */
	constructor(private readonly most: number) {
		const room = Math.ceil(gathered * most);
		this.#scores = new Float32Array(room);
		this.#ids = new Int32Array(room);
		this.#bar = most > 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
	}

	/** What a score must be above to get in. */
	get bar(): number {
		return this.#bar;
	}

	/** @param score a float32. */
	offer(id: number, score: number): void {
		if (!(score > this.#bar)) return;
		this.#scores[this.#count] = score;
		this.#ids[this.#count++] = id;
		if (this.#count === this.#scores.length) this.#letGo(Math.floor(stay * this.most));
	}

	/** What was kept, in no order. @param unit what a score of 1 is worth. */
	kept(unit: number): Scored[] {
		if (this.#count > this.most) this.#letGo(this.most);
		const kept: Scored[] = [];
		for (let place = 0; place < this.#count; place++)
			kept.push({ id: this.#ids[place] as number, score: (this.#scores[place] as number) * unit });
		return kept;
	}

	/** Brings the best to the front (Hoare's quickselect) until there are no more than `enough`, and forgets the others. */
	#letGo(enough: number): void {
		const scores = this.#scores;
		const ids = this.#ids;
		let low = 0;
		let high = this.#count - 1;
		for (;;) {
			const pivot = scores[(low + high) >> 1] as number;
			let from = low;
			let to = high;
			while (from <= to) {
				while ((scores[from] as number) > pivot) from++;
				while ((scores[to] as number) < pivot) to--;
				if (from > to) break;
				const score = scores[from] as number;
				const id = ids[from] as number;
				scores[from] = scores[to] as number;
				ids[from++] = ids[to] as number;
				scores[to] = score;
				ids[to--] = id;
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
}

/** A content and how near it is: the larger, the nearer. */
export interface Scored {
	readonly id: number;
	readonly score: number;
}

/** Keeps the best of what it is offered: a heap with the worst of them on top, full from the start of what anything beats. */
export class Nearest {
	readonly #scores: Float32Array;
	readonly #ids: Int32Array;

	/** @param most how many are kept. */
	constructor(private readonly most: number) {
		this.#scores = new Float32Array(most).fill(Number.NEGATIVE_INFINITY);
		this.#ids = new Int32Array(most);
	}

	/** What a score must be above to get in. */
	get bar(): number {
		return this.most > 0 ? (this.#scores[0] as number) : Number.POSITIVE_INFINITY;
	}

	/** @param score a float32. */
	offer(id: number, score: number): void {
		if (!(score > this.bar)) return;
		const scores = this.#scores;
		let at = 0;
		for (let below = 1; below < this.most; below = 2 * at + 1) {
			if (below + 1 < this.most && (scores[below + 1] as number) < (scores[below] as number)) below++;
			if ((scores[below] as number) >= score) break;
			scores[at] = scores[below] as number;
			this.#ids[at] = this.#ids[below] as number;
			at = below;
		}
		scores[at] = score;
		this.#ids[at] = id;
	}

	/** What was kept, in no order. @param unit what a score of 1 is worth. */
	kept(unit: number): Scored[] {
		const kept: Scored[] = [];
		for (let place = 0; place < this.most; place++) {
			const score = this.#scores[place] as number;
			if (score > Number.NEGATIVE_INFINITY) kept.push({ id: this.#ids[place] as number, score: score * unit });
		}
		return kept;
	}
}

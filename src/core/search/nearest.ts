/** A content and how near it is: the larger, the nearer. */
export interface Scored {
	readonly id: number;
	readonly score: number;
}

/** Keeps the best of what it is offered: a heap with the worst of them on top. */
export class Nearest {
	readonly #kept: Scored[] = [];

	/** @param most how many are kept. */
	constructor(private readonly most: number) {}

	/** What a score must be above to get in. */
	get bar(): number {
		return this.#kept.length < this.most
			? Number.NEGATIVE_INFINITY
			: (this.#kept[0]?.score ?? Number.POSITIVE_INFINITY);
	}

	offer(id: number, score: number): void {
		if (!(score > this.bar)) return;
		const entry = { id, score };
		if (this.#kept.length < this.most) this.#rise(this.#kept.push(entry) - 1, entry);
		else this.#sink(entry);
	}

	/** Best first; of equals the lower id, so that the order is always the same. */
	sorted(): Scored[] {
		return [...this.#kept].sort((a, b) => b.score - a.score || a.id - b.id);
	}

	#rise(place: number, entry: Scored): void {
		let at = place;
		while (at > 0) {
			const above = (at - 1) >> 1;
			const parent = this.#kept[above] as Scored;
			if (parent.score <= entry.score) break;
			this.#kept[at] = parent;
			at = above;
		}
		this.#kept[at] = entry;
	}

	#sink(entry: Scored): void {
		const heap = this.#kept;
		let at = 0;
		for (;;) {
			let below = 2 * at + 1;
			if (below >= heap.length) break;
			if (below + 1 < heap.length && (heap[below + 1] as Scored).score < (heap[below] as Scored).score) below++;
			if ((heap[below] as Scored).score >= entry.score) break;
			heap[at] = heap[below] as Scored;
			at = below;
		}
		heap[at] = entry;
	}
}

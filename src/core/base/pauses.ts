/** Milliseconds of work after which everything else in the process gets its turn. */
const longest = 10;

/**
 * When much work in small parts has to pause. Before each part: `while (pauses.isDue) await pauses.pause();`, with nothing
 * awaited between that and the part, so that parts that are begun together do not all run in one go.
 */
export class Pauses {
	#began: number;

	/** @param now the time in milliseconds. */
	constructor(private readonly now: () => number = () => performance.now()) {
		this.#began = now();
	}

	get isDue(): boolean {
		return this.now() - this.#began >= longest;
	}

	async pause(): Promise<void> {
		const began = this.#began;
		await new Promise((resolve) => setImmediate(resolve));
		// Of those that waited together, the first goes on, and the others see that it has begun.
		if (this.#began === began) this.#began = this.now();
	}
}

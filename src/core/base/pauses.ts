/** Maximum duration of work between two pauses, in milliseconds, so that the rest of the process gets its turn. */
const longest = 10;

/**
 * Decides when long work in small parts has to pause. Before each part: `while (pauses.isDue) await pauses.pause();`.
 * Await nothing between this loop and the part: otherwise, parts that start together all run without a pause.
 */
export class Pauses {
	#began: number;

	/** @param now returns the time in milliseconds. */
	constructor(private readonly now: () => number = () => performance.now()) {
		this.#began = now();
	}

	get isDue(): boolean {
		return this.now() - this.#began >= longest;
	}

	async pause(): Promise<void> {
		const began = this.#began;
		// biome-ignore lint/style/noRestrictedGlobals: a timer takes a millisecond, and message ports share one turn.
		await new Promise((resolve) => setImmediate(resolve));
		// Of several callers that waited together, the first one resets the timer; the others then see that a new
		// period has begun.
		if (this.#began === began) this.#began = this.now();
	}
}

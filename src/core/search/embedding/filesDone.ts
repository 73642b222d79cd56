import type { Clock } from "../../base/ports";
import type { Chunker } from "../model/chunker";

/** To count takes longer in a large index: no more than this part of the time goes to it. */
const partOfTime = 1 / 200;

/** How many files are done, all of their contents being embedded; counted now and then. */
export class FilesDone {
	#unfinished = 0;
	#counting = false;
	#notBefore = 0;

	constructor(
		private readonly chunker: Pick<Chunker, "unfinishedFiles">,
		private readonly clock: Clock,
		/** Whether the build asks again for what was refused: a file with nothing else has nothing to be done. */
		private readonly refusedToo: boolean,
		/** How many files there are. */
		private readonly total: number,
	) {}

	get progress(): { readonly done: number; readonly total: number } {
		return { done: this.total - this.#unfinished, total: this.total };
	}

	/** Counts, unless it did so just now. */
	async count(): Promise<void> {
		const began = this.clock.now();
		if (this.#counting || began < this.#notBefore) return;
		this.#counting = true;
		try {
			this.#unfinished = await this.chunker.unfinishedFiles(this.refusedToo);
			const now = this.clock.now();
			this.#notBefore = now + (now - began) / partOfTime;
		} finally {
			this.#counting = false;
		}
	}
}

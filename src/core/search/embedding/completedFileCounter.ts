import type { Clock } from "../../base/ports";
import type { Chunker } from "../model/chunker";

/** Maximum share of the time that is spent on counting, which takes long in a large index. */
const partOfTime = 1 / 200;

/** Counts the files whose contents are all embedded, from time to time. */
export class CompletedFileCounter {
	#unfinished = 0;
	#counting = false;
	#notBefore = 0;

	constructor(
		private readonly chunker: Pick<Chunker, "unfinishedFiles">,
		private readonly clock: Clock,
		/** Whether the build sends refused contents again: otherwise, files with no other missing content are done. */
		private readonly refusedToo: boolean,
		/** The number of files. */
		private readonly total: number,
	) {}

	get progress(): { readonly done: number; readonly total: number } {
		return { done: this.total - this.#unfinished, total: this.total };
	}

	/** Counts the files, unless it was done recently. */
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

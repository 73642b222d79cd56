import type { Disposable } from "../shared/disposable";

/** Messages that are drawn at once: more than a screen of them. */
const atOnce = 12;

/** Messages that are drawn, and later laid out, together: of thousands, one at a time would be looked at too often. */
export const groupSize = 8;

/** Milliseconds that drawing earlier messages may take of one idle moment. */
const slice = 9;

/** Milliseconds after which it goes on although the page was never idle. */
const patience = 300;

/**
 * Which of a conversation's messages are drawn: the last ones from the start, and bit by bit, while the page is idle, those
 * before them. In the end all are there, to be found, selected and read aloud.
 */
export class DrawnMessages implements Disposable {
	readonly #draw: () => Promise<void>;
	#count = 0;
	#from = 0;
	#late = 0;
	/** Groups. */
	#step = 1;
	#waiting: number | undefined;

	/** @param draw draws what has become due; fulfilled when it stands. */
	constructor(draw: () => Promise<void>) {
		this.#draw = draw;
	}

	/** The first that is drawn; it begins a group. */
	get from(): number {
		return this.#from;
	}

	/** How many groups the last step added. */
	get step(): number {
		return this.#step;
	}

	/** Whether there are earlier ones to be drawn. */
	get filling(): boolean {
		return this.#from > 0;
	}

	/** Whether a group was, or will be, drawn while nobody looked at its place: it is laid out when one comes near. */
	isEarlier(index: number): boolean {
		return index < this.#late;
	}

	/** Another conversation is shown. */
	begin(count: number): void {
		this.#count = count;
		this.#from = this.#late = Math.max(0, Math.floor((count - atOnce) / groupSize) * groupSize);
		this.#step = 1;
		this.#schedule();
	}

	/** The same conversation has other messages: more at its end, or those of another branch. */
	changed(count: number): void {
		if (count < this.#count && count - atOnce < this.#from) this.begin(count);
		this.#count = count;
	}

	/** Draws everything that is missing. */
	async finish(): Promise<void> {
		if (!this.filling) return;
		this.dispose();
		this.#step = this.#from / groupSize;
		this.#from = 0;
		await this.#draw();
	}

	dispose(): void {
		if (this.#waiting !== undefined) cancelIdleCallback(this.#waiting);
		this.#waiting = undefined;
	}

	#schedule(): void {
		if (!this.filling || this.#waiting !== undefined) return;
		this.#waiting = requestIdleCallback(() => void this.#fill(), { timeout: patience });
	}

	async #fill(): Promise<void> {
		this.#waiting = undefined;
		const began = performance.now();
		this.#from = Math.max(0, this.#from - this.#step * groupSize);
		await this.#draw();
		const took = performance.now() - began;
		// As many as fit: messages are of all lengths, so it is felt for.
		this.#step = Math.max(1, Math.min(this.#step * 2, Math.round((this.#step * slice) / Math.max(1, took))));
		this.#schedule();
	}
}

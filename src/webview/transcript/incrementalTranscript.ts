import type { Message } from "../../shared/conversation";
import type { Disposable } from "../../shared/disposable";

/** Maximum number of messages drawn at first: more than fill a screen, even if each is one line. */
const atOnce = 12;

/** Number of characters that certainly fill a screen: of longer messages, fewer are drawn at first. */
const screenful = 8_000;

/**
 * Number of messages that are drawn, and later laid out, together; handling thousands one by one would cause too many
 * checks.
 */
export const groupSize = 8;

/** Maximum time for drawing earlier messages per idle period, in milliseconds. */
const slice = 9;

/** Time after which drawing continues even if the page was never idle, in milliseconds. */
const patience = 300;

type Text = Pick<Message, "text">;

/**
 * Determines which messages of a conversation are drawn: the last ones at first, and those before them in steps while
 * the page is idle. In the end, all can be found, selected and read aloud.
 */
export class IncrementalTranscript implements Disposable {
	readonly #draw: () => Promise<void>;
	#count = 0;
	#from = 0;
	#late = 0;
	/** The number of groups added by the last step. */
	#step = 1;
	#waiting: number | undefined;

	/** @param draw draws the messages that are due; resolves when they are drawn. */
	constructor(draw: () => Promise<void>) {
		this.#draw = draw;
	}

	/** The index of the first drawn message, which begins a group. */
	get from(): number {
		return this.#from;
	}

	/** The number of groups that the last step added. */
	get step(): number {
		return this.#step;
	}

	/** Whether earlier messages are still to be drawn. */
	get filling(): boolean {
		return this.#from > 0;
	}

	/**
	 * Returns whether a group is drawn while it is outside the visible part; it is laid out when the reader comes near.
	 */
	isEarlier(index: number): boolean {
		return index < this.#late;
	}

	/** Is called when another conversation is shown. */
	begin(messages: readonly Text[]): void {
		this.#count = messages.length;
		this.#from = this.#late = Math.floor(firstDrawn(messages) / groupSize) * groupSize;
		this.#step = 1;
		this.#schedule();
	}

	/** Handles a change of the conversation's messages: more at its end, or those of another branch. */
	changed(messages: readonly Text[]): void {
		if (messages.length < this.#count && firstDrawn(messages) < this.#from) this.begin(messages);
		this.#count = messages.length;
	}

	/** Draws all messages that are missing. */
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
		// As many as fit into the time slice, adapted step by step because messages differ in length.
		this.#step = Math.max(1, Math.min(this.#step * 2, Math.round((this.#step * slice) / Math.max(1, took))));
		this.#schedule();
	}
}

/** Returns the index of the first message that is needed to fill a screen at the end of the conversation. */
function firstDrawn(messages: readonly Text[]): number {
	let first = messages.length;
	for (let characters = 0; first > Math.max(0, messages.length - atOnce) && characters < screenful; ) {
		first--;
		characters += messages[first]?.text.length ?? 0;
	}
	return first;
}

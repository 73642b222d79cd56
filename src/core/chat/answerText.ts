import type { Answer } from "../../shared/conversation";
import type { Clock } from "../base/ports";

/** A piece of an answer; either text may be empty. */
export interface ReceivedText {
	readonly text: string;
	readonly reasoning: string;
}

/**
 * Streamed text is written after so many milliseconds. A killed editor may lose what it showed in its last 250 ms and no
 * more; the rest of that time is the timer's and the disk's.
 */
const keepWithin = 150;

/** Gathers streamed text, so that the log gets a few lines a second and not one a token. */
export class AnswerText {
	#text = "";
	#reasoning = "";
	#timer: { dispose(): void } | undefined;
	#keeping: Promise<unknown> = Promise.resolve();

	constructor(
		private readonly clock: Clock,
		/** Applies the text at once and writes it; must not reject. */
		private readonly keep: (received: ReceivedText) => Promise<void>,
	) {}

	/** Takes a piece in. The first is kept at once; what follows, together when the time is up. */
	add({ text, reasoning }: ReceivedText): void {
		this.#text += text;
		this.#reasoning += reasoning;
		if (!this.#timer) this.#keepGathered();
	}

	/** The answer with what has not been applied to it yet. */
	onto(answer: Answer): Answer {
		return { ...answer, text: answer.text + this.#text, reasoning: answer.reasoning + this.#reasoning };
	}

	/** Keeps what has been gathered; settles when all of it is kept. */
	async flush(): Promise<void> {
		this.#keepGathered();
		this.#timer?.dispose();
		this.#timer = undefined;
		await this.#keeping;
	}

	#keepGathered(): void {
		// When everything is kept early, at the end, it is still running.
		this.#timer?.dispose();
		this.#timer = undefined;
		const received = { text: this.#text, reasoning: this.#reasoning };
		if (received.text === "" && received.reasoning === "") return;
		this.#text = "";
		this.#reasoning = "";
		this.#keeping = Promise.all([this.#keeping, this.keep(received)]);
		this.#timer = this.clock.after(keepWithin, () => this.#keepGathered());
	}
}

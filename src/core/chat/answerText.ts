import type { Answer } from "../../shared/conversation";
import type { Clock } from "../base/ports";
import { Throttle } from "../base/throttle";

/** A piece of an answer; either text may be empty. */
export interface ReceivedText {
	readonly text: string;
	readonly reasoning: string;
}

/**
 * Streamed text is written after so many milliseconds. A killed editor may lose what it showed in its last 250 ms and no
 * more; the rest of that time is the timer's and the disk's.
 */
const keepWithin = 100;

/** Gathers streamed text, so that the log gets a few lines a second and not one a token. */
export class AnswerText {
	#text = "";
	#reasoning = "";
	readonly #throttle: Throttle;
	#keeping: Promise<unknown> = Promise.resolve();

	constructor(
		clock: Clock,
		/** Applies the text at once and writes it; must not reject. */
		private readonly keep: (received: ReceivedText) => Promise<void>,
	) {
		this.#throttle = new Throttle(clock, keepWithin, () => this.#keepGathered());
	}

	/** Takes a piece in. The first is kept at once; what follows, together when the time is up. */
	add({ text, reasoning }: ReceivedText): void {
		this.#text += text;
		this.#reasoning += reasoning;
		if (text !== "" || reasoning !== "") this.#throttle.ask();
	}

	/** The answer with what has not been applied to it yet. */
	onto(answer: Answer): Answer {
		return { ...answer, text: answer.text + this.#text, reasoning: answer.reasoning + this.#reasoning };
	}

	/** Has what has been gathered kept, so that it is applied; more may follow. */
	keepNow(): void {
		this.#throttle.flush();
	}

	/** Keeps what has been gathered; settles when all of it is kept. Nothing is added after it. */
	async flush(): Promise<void> {
		this.#throttle.flush();
		this.#throttle.dispose();
		await this.#keeping;
	}

	#keepGathered(): void {
		const received = { text: this.#text, reasoning: this.#reasoning };
		this.#text = "";
		this.#reasoning = "";
		this.#keeping = Promise.all([this.#keeping, this.keep(received)]);
	}
}

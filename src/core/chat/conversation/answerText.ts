import type { Answer } from "../../../shared/conversation";
import type { Clock } from "../../base/ports";
import { Throttle } from "../../base/throttle";

/** A piece of a streamed answer; either text may be empty. */
export interface ReceivedText {
	readonly text: string;
	readonly reasoning: string;
}

/**
 * Interval at which streamed text is written, in milliseconds. A killed editor may lose at most the last 250 ms of what
 * it showed; the rest of that time is for the timer and the disk.
 */
const saveEvery = 100;

/** Gathers streamed text, so that the log gets a few lines per second instead of one per token. */
export class AnswerText {
	#text = "";
	#reasoning = "";
	readonly #throttle: Throttle;
	#saving: Promise<unknown> = Promise.resolve();

	constructor(
		clock: Clock,
		/** Applies the text at once and writes it; must not reject. */
		private readonly save: (received: ReceivedText) => Promise<void>,
	) {
		this.#throttle = new Throttle(clock, saveEvery, () => this.#saveGathered());
	}

	/** Adds a piece. The first one is saved at once; later ones are saved together when the interval ends. */
	add({ text, reasoning }: ReceivedText): void {
		this.#text += text;
		this.#reasoning += reasoning;
		if (text !== "" || reasoning !== "") this.#throttle.ask();
	}

	/** Returns the answer with the text that has not been applied to it yet. */
	onto(answer: Answer): Answer {
		return { ...answer, text: answer.text + this.#text, reasoning: answer.reasoning + this.#reasoning };
	}

	/** Saves what has been gathered so far, so that it is applied; more may follow. */
	applyNow(): void {
		this.#throttle.flush();
	}

	/** Saves what has been gathered; settles when everything is saved. Nothing may be added afterwards. */
	async flush(): Promise<void> {
		this.#throttle.flush();
		this.#throttle.dispose();
		await this.#saving;
	}

	#saveGathered(): void {
		const received = { text: this.#text, reasoning: this.#reasoning };
		this.#text = "";
		this.#reasoning = "";
		this.#saving = Promise.all([this.#saving, this.save(received)]);
	}
}

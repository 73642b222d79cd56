import type { Answer, Message } from "../../../shared/conversation";
import type { Clock } from "../../base/ports";
import { AnswerText, type ReceivedText } from "../conversation/answerText";

/**
 * The reasoning of all the model's answers in a task, joined: it is shown and saved as the reasoning of the task's
 * single answer.
 */
export class TaskThoughts {
	readonly #text: AnswerText;
	/** Whether there is reasoning already, and whether any of it is the current answer's. */
	#any: boolean;
	#current = false;

	/** @param save applies the reasoning at once and writes it; must not reject. */
	constructor(before: Message | undefined, clock: Clock, save: (received: ReceivedText) => Promise<void>) {
		this.#text = new AnswerText(clock, save);
		this.#any = before?.role === "assistant" && before.reasoning !== "";
	}

	/** Adds a piece; returns it as it is shown: the first piece of an answer begins a new paragraph. */
	add(piece: string): string {
		if (piece === "") return "";
		const reasoning = this.#any && !this.#current ? `\n\n${piece}` : piece;
		this.#any = this.#current = true;
		this.#text.add({ text: "", reasoning });
		return reasoning;
	}

	/** Ends the reasoning of an answer. */
	endAnswer(): void {
		this.#current = false;
	}

	/** Returns the task's answer with the reasoning that has not been applied to it yet. */
	onto(answer: Answer): Answer {
		return this.#text.onto(answer);
	}

	/** Applies what has been gathered so far; more may follow. */
	applyNow(): void {
		this.#text.applyNow();
	}

	/** Settles when everything is saved. Nothing may be added afterwards. */
	flush(): Promise<void> {
		return this.#text.flush();
	}
}

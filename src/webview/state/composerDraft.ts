import { type Draft, emptyDraft } from "../../shared/draft";
import { InputHistory } from "./inputHistory";
import type { PageMemory } from "./pageMemory";

/** A draft sent to the host, which may still refuse it. */
interface Sending {
	readonly draft: Draft;
	/** The conversation in which it was written. */
	place: string;
	/** The text written there in the meantime, while another conversation is shown. */
	meanwhile: Draft;
}

/**
 * The content of the composer's text box. Text that was not sent yet is in the page's memory at all times, because the
 * page may be disposed of while the host is still working.
 */
export class ComposerDraft {
	#shown = emptyDraft;
	/** The part of the shown draft that the user wrote; a recalled question is not included. */
	#written = emptyDraft;
	/** The conversation's id; empty for one that has not begun. */
	#place = "";
	#recall = new InputHistory();
	#sending: Sending | undefined;
	/** Settles when the latest draft was sent, or could not be. */
	#sent: Promise<void> = Promise.resolve();

	constructor(
		private readonly memory: () => PageMemory,
		/** Called when the content of the box has changed, or is being sent. */
		private readonly changed: () => void,
	) {}

	get shown(): Draft {
		return this.#shown;
	}

	get sending(): boolean {
		return this.#sending !== undefined;
	}

	/** Switches to another conversation, and shows its draft. */
	show(place: string): void {
		if (this.#sending?.place === this.#place) this.#sending.meanwhile = this.#written;
		this.#place = place;
		this.#shown = this.#sending?.place === place ? this.#sending.meanwhile : this.memory().draft(place);
		this.#written = this.#shown;
		this.#recall = new InputHistory();
		this.changed();
	}

	/** Handles the beginning of the current conversation; the draft moves to its id. */
	begin(place: string): void {
		this.memory().setDraft(this.#place, emptyDraft);
		if (this.#sending?.place === this.#place) this.#sending.place = place;
		this.#place = place;
		this.#save(this.#written);
	}

	write(part: Partial<Draft>): void {
		this.#shown = { ...this.#shown, ...part };
		this.#save(joined(this.#shown, { text: this.#behind, model: null }));
	}

	/** Inserts a question before the text in the box, so that the user can continue to write it. */
	prepend(draft: Draft): void {
		this.write(joined(draft, this.#shown));
	}

	/**
	 * Recalls the previous question into the box; returns false when there is none.
	 *
	 * @param questions the conversation's questions, oldest first.
	 */
	older(questions: readonly string[]): boolean {
		return this.#showRecalled(this.#recall.older(this.#shown.text, questions));
	}

	/** Recalls the next question, or restores the draft; returns false when no question is recalled. */
	newer(): boolean {
		return this.#showRecalled(this.#recall.newer(this.#shown.text));
	}

	/**
	 * Sends the draft and empties the box, or restores the text that was there before a question was recalled. If sending
	 * fails, the draft is restored.
	 *
	 * @param send resolves with whether the draft was sent; never rejects.
	 */
	send(send: (draft: Draft) => Promise<boolean>): Promise<void> {
		this.#sent = this.#send(send);
		return this.#sent;
	}

	/**
	 * Waits until the previous draft was sent: the host may not have accepted it yet when the next one is to be sent.
	 *
	 * @returns whether there is something to send, and the text in the box has not changed in the meantime.
	 */
	async isReady(): Promise<boolean> {
		const { text } = this.#shown;
		if (text.trim() === "") return false;
		while (this.#sending) await this.#sent;
		return this.#shown.text === text;
	}

	async #send(send: (draft: Draft) => Promise<boolean>): Promise<void> {
		const recall = this.#recall;
		const draft = this.#shown;
		const behind = { text: this.#behind, model: null };
		const sending: Sending = { draft, place: this.#place, meanwhile: behind };
		this.#sending = sending;
		this.#recall = new InputHistory();
		this.write(behind);
		const sent = await send(draft);
		const here = sending.place === this.#place;
		const written = here ? this.#written : sending.meanwhile;
		this.#sending = undefined;
		if (here && !sent) {
			const untouched = written.text === behind.text;
			this.#recall = untouched ? recall : new InputHistory();
			this.write(untouched ? draft : joined(draft, written));
		} else if (here) this.#save(written);
		else this.memory().setDraft(sending.place, sent ? written : joined(draft, written));
		this.changed();
	}

	/** The text that was in the box before an earlier question was recalled. */
	get #behind(): string {
		return this.#recall.recalling ? (this.#recall.draft ?? "") : "";
	}

	#showRecalled(found: string | undefined): boolean {
		if (found === undefined) return false;
		this.#shown = { ...this.#shown, text: found };
		this.#save({ ...this.#shown, text: this.#recall.draft ?? found });
		return true;
	}

	/** Saves the written text, preceded by the draft that is being sent from here. */
	#save(written: Draft): void {
		this.#written = written;
		const unsent = this.#sending?.place === this.#place ? this.#sending.draft : emptyDraft;
		this.memory().setDraft(this.#place, joined(unsent, written));
		this.changed();
	}
}

/** Joins two drafts without losing any text. */
function joined(first: Draft, second: Draft): Draft {
	const text = [first.text, second.text].filter((part) => part !== "").join("\n\n");
	return { text, model: second.model ?? first.model };
}

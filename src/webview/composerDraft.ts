import { type Draft, emptyDraft } from "../shared/draft";
import type { PageMemory } from "./pageMemory";
import { QuestionRecall } from "./questionRecall";

/** A draft on its way to the host, which may still refuse it. */
interface Sending {
	readonly draft: Draft;
	/** Where it was written. */
	place: string;
	/** What was written there meanwhile, when another place is shown. */
	meanwhile: Draft;
}

/**
 * What the composer's box holds. Whatever was written and not asked yet is in the page's memory at any moment, for the page
 * may be thrown away while the host still asks something.
 */
export class ComposerDraft {
	#shown = emptyDraft;
	/** What of it was written: a question that is only looked at was not. */
	#written = emptyDraft;
	/** The conversation's id; empty for one that has not begun. */
	#place = "";
	#recall = new QuestionRecall();
	#sending: Sending | undefined;

	constructor(
		private readonly memory: () => PageMemory,
		/** The box holds something else, or what it held is on its way. */
		private readonly changed: () => void,
	) {}

	get shown(): Draft {
		return this.#shown;
	}

	get sending(): boolean {
		return this.#sending !== undefined;
	}

	/** Another conversation is shown: its own draft stands in the box. */
	show(place: string): void {
		if (this.#sending?.place === this.#place) this.#sending.meanwhile = this.#written;
		this.#place = place;
		this.#shown = this.#sending?.place === place ? this.#sending.meanwhile : this.memory().draft(place);
		this.#written = this.#shown;
		this.#recall = new QuestionRecall();
		this.changed();
	}

	/** The same conversation, begun just now: what is written goes with it. */
	begin(place: string): void {
		this.memory().setDraft(this.#place, emptyDraft);
		if (this.#sending?.place === this.#place) this.#sending.place = place;
		this.#place = place;
		this.#keep(this.#written);
	}

	write(part: Partial<Draft>): void {
		this.#shown = { ...this.#shown, ...part };
		this.#keep(joined(this.#shown, { text: this.#behind, model: null }));
	}

	/**
	 * Puts the question before into the box; false when there is none.
	 *
	 * @param questions the conversation's, the oldest first.
	 */
	older(questions: readonly string[]): boolean {
		return this.#look(this.#recall.older(this.#shown.text, questions));
	}

	/** Puts the question after into the box, or the draft; false when nobody went back. */
	newer(): boolean {
		return this.#look(this.#recall.newer(this.#shown.text));
	}

	/**
	 * Takes the draft out of the box, where what stood behind a recalled question comes back, and sends it. What could not
	 * be sent is in the box again.
	 *
	 * @param send settles with whether it was sent; never rejects.
	 */
	async send(send: (draft: Draft) => Promise<boolean>): Promise<void> {
		const recall = this.#recall;
		const draft = this.#shown;
		const behind = { text: this.#behind, model: null };
		const sending: Sending = { draft, place: this.#place, meanwhile: behind };
		this.#sending = sending;
		this.#recall = new QuestionRecall();
		this.write(behind);
		const sent = await send(draft);
		const here = sending.place === this.#place;
		const written = here ? this.#written : sending.meanwhile;
		this.#sending = undefined;
		if (here && !sent) {
			const untouched = written.text === behind.text;
			this.#recall = untouched ? recall : new QuestionRecall();
			this.write(untouched ? draft : joined(draft, written));
		} else if (here) this.#keep(written);
		else this.memory().setDraft(sending.place, sent ? written : joined(draft, written));
		this.changed();
	}

	/** What was written before an earlier question took its place in the box. */
	get #behind(): string {
		return this.#recall.recalling ? (this.#recall.draft ?? "") : "";
	}

	#look(found: string | undefined): boolean {
		if (found === undefined) return false;
		this.#shown = { ...this.#shown, text: found };
		this.#keep({ ...this.#shown, text: this.#recall.draft ?? found });
		return true;
	}

	/** Keeps what is written, with what is being sent from here before it. */
	#keep(written: Draft): void {
		this.#written = written;
		const unsent = this.#sending?.place === this.#place ? this.#sending.draft : emptyDraft;
		this.memory().setDraft(this.#place, joined(unsent, written));
		this.changed();
	}
}

/** Two drafts as one, nothing of either lost. */
function joined(first: Draft, second: Draft): Draft {
	const text = [first.text, second.text].filter((part) => part !== "").join("\n\n");
	return { text, model: second.model ?? first.model };
}

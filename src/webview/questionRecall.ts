/**
 * Going back through earlier questions, as in a shell: each keeps what was changed in it, and the draft stands at the end,
 * until one of them is sent.
 */
export class QuestionRecall {
	#entries: string[] = [];
	#at = 0;

	/** Whether an earlier question stands in place of the draft. */
	get recalling(): boolean {
		return this.#at < this.#entries.length - 1;
	}

	/** What was written before going back; undefined when nobody went back. */
	get draft(): string | undefined {
		return this.#entries.at(-1);
	}

	/**
	 * The question before; undefined when there is none.
	 *
	 * @param current what the composer holds.
	 * @param questions the conversation's, the oldest first.
	 */
	older(current: string, questions: readonly string[]): string | undefined {
		if (!this.recalling) {
			const asked = questions.filter((question, i) => question !== questions[i + 1]);
			this.#entries = [...asked, current];
			this.#at = asked.length;
		}
		return this.#go(current, -1);
	}

	/** The question after, or the draft; undefined when nobody went back. */
	newer(current: string): string | undefined {
		return this.recalling ? this.#go(current, 1) : undefined;
	}

	#go(current: string, step: -1 | 1): string | undefined {
		const next = this.#entries[this.#at + step];
		if (next === undefined) return undefined;
		this.#entries[this.#at] = current;
		this.#at += step;
		return next;
	}
}

/**
 * The history of earlier questions, as in a shell: each keeps the changes made to it, with the draft at the end, until
 * one of them is sent.
 */
export class InputHistory {
	#entries: string[] = [];
	#at = 0;

	/** Whether an earlier question is shown in place of the draft. */
	get recalling(): boolean {
		return this.#at < this.#entries.length - 1;
	}

	/** The text written before recalling questions; undefined when none was recalled. */
	get draft(): string | undefined {
		return this.#entries.at(-1);
	}

	/**
	 * Returns the previous question; undefined when there is none.
	 *
	 * @param current the composer's text.
	 * @param questions the conversation's questions, oldest first.
	 */
	older(current: string, questions: readonly string[]): string | undefined {
		if (!this.recalling) {
			const asked = questions.filter((question, i) => question !== questions[i + 1]);
			this.#entries = [...asked, current];
			this.#at = asked.length;
		}
		return this.#go(current, -1);
	}

	/** Returns the next question, or the draft; undefined when no question is recalled. */
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

/**
 * A box into which a message is streamed, and into which the user may type meanwhile. VS Code reports each text that was
 * written into the Git view's box a little later, when the next one may have been written already: an earlier text of
 * ours in it is not the user's.
 */
export class StreamedBox {
	readonly #begun: string;
	readonly #own: Set<string>;

	constructor(private readonly box: { value: string }) {
		this.#begun = box.value;
		this.#own = new Set([box.value]);
	}

	/** The text before the first message. */
	get begun(): string {
		return this.#begun;
	}

	/** Whether the user has typed into it. */
	get isEdited(): boolean {
		return !this.#own.has(this.box.value);
	}

	write(message: string): void {
		this.#own.add(message);
		this.box.value = message;
	}

	/** Writes the text from before the first message again, unless the user has typed. */
	restore(): void {
		if (!this.isEdited) this.box.value = this.#begun;
	}
}

/**
 * A box into which a message is streamed, and into which the user may type meanwhile. VS Code reports each text that was
 * written into the Git view's box a little later, when the next one may have been written already: an earlier text of
 * ours in it is not the user's.
 */
export class StreamedBox {
	readonly #begun: string;
	readonly #own = new Set<string>();

	constructor(private readonly box: { value: string }) {
		this.#begun = box.value;
	}

	/** The text before the first message. */
	get begun(): string {
		return this.#begun;
	}

	/** Whether the user has typed into it, or emptied it. */
	get isEdited(): boolean {
		const { value } = this.box;
		return this.#own.size === 0 ? value !== this.#begun : !this.#own.has(value);
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

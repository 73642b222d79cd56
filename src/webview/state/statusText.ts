/** The text of the page's status region: a screen reader announces it politely whenever it changes. */
export class StatusText {
	#text = "";
	/** The text that replaces the removed one in the next frame. */
	#next: string | undefined;

	/**
	 * @param changed is called whenever the text has changed, to render it.
	 * @param nextFrame calls a function after all changes so far have been rendered.
	 */
	constructor(
		private readonly changed: () => void,
		private readonly nextFrame: (run: () => void) => void,
	) {}

	/** Empty while nothing has been announced, and for a frame before the same text is announced again. */
	get text(): string {
		return this.#text;
	}

	/** Announces a text. Of several in one frame, the last is announced. */
	say(text: string): void {
		if (this.#next !== undefined) {
			this.#next = text;
			return;
		}
		if (text !== this.#text) {
			this.#show(text);
			return;
		}
		// Unchanged text is not announced again, so it is removed first.
		this.#show("");
		this.#next = text;
		this.nextFrame(() => {
			const next = this.#next ?? "";
			this.#next = undefined;
			this.#show(next);
		});
	}

	#show(text: string): void {
		this.#text = text;
		this.changed();
	}
}

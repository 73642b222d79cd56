const quote = 0x22;
const backslash = 0x5c;

/**
 * Finds the end of a JSON object or array in a text that arrives in pieces. Reads each character once, and only counts
 * brackets: the parser decides whether the value is valid.
 */
export class JsonEnd {
	#depth = 0;
	#inString = false;
	#escaped = false;

	/** Whether the value has ended. */
	ended = false;
	/** Whether anything but whitespace was read. */
	begun = false;

	/** Whether a string is open at the end of what was read. */
	get inString(): boolean {
		return this.#inString;
	}

	/** Reads more text from a position; returns the position after the value, or the text's length. */
	read(text: string, from = 0): number {
		for (let at = from; at < text.length && !this.ended; at++) {
			const code = text.charCodeAt(at);
			if (this.#inString) {
				if (this.#escaped) this.#escaped = false;
				else if (code === backslash) this.#escaped = true;
				else if (code === quote) this.#inString = false;
				continue;
			}
			if (code > 0x20) this.begun = true;
			if (code === quote) this.#inString = true;
			// `{` and `[`, `}` and `]`.
			else if (code === 0x7b || code === 0x5b) this.#depth++;
			else if ((code === 0x7d || code === 0x5d) && --this.#depth <= 0) {
				this.ended = true;
				return at + 1;
			}
		}
		return this.ended ? from : text.length;
	}
}

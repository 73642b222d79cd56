/** A text with the offsets of its lines. */
export class LineOffsets {
	/** The start of each line, and finally the end of the text. */
	readonly #starts: number[] = [0];

	constructor(readonly text: string) {
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) this.#starts.push(end + 1);
		if (this.#starts.at(-1) !== text.length) this.#starts.push(text.length);
	}

	/** The number of lines; text after the last newline counts as a line. */
	get count(): number {
		return this.#starts.length - 1;
	}

	/** Returns the start of a line, counted from 0; for `count`, the end of the text. */
	start(line: number): number {
		return this.#starts[line] ?? this.text.length;
	}

	/** Returns the end of a line, before its newline. */
	end(line: number): number {
		const next = this.start(line + 1);
		return next > this.start(line) && this.text[next - 1] === "\n" ? next - 1 : next;
	}

	/** Returns the line that contains an offset. */
	at(offset: number): number {
		let low = 0;
		let high = this.count - 1;
		while (low < high) {
			const middle = (low + high + 1) >> 1;
			if (this.start(middle) <= offset) low = middle;
			else high = middle - 1;
		}
		return low;
	}

	/** Returns the text of lines `from` to `to` (exclusive), without the final newline. */
	slice(from: number, to: number): string {
		return this.text.slice(this.start(from), this.start(to)).replace(/\r?\n$/, "");
	}

	isBlank(line: number): boolean {
		return this.slice(line, line + 1).trim() === "";
	}
}

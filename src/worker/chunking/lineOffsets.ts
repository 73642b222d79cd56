/** A text with the places of its lines. */
export class LineOffsets {
	/** Where each line begins, and last where the text ends. */
	readonly #starts: number[] = [0];

	constructor(readonly text: string) {
		for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) this.#starts.push(end + 1);
		if (this.#starts.at(-1) !== text.length) this.#starts.push(text.length);
	}

	/** How many there are; the text behind the last newline counts when there is any. */
	get count(): number {
		return this.#starts.length - 1;
	}

	/** Where a line begins, counted from 0; for `count`, where the text ends. */
	start(line: number): number {
		return this.#starts[line] ?? this.text.length;
	}

	/** Where a line ends, before its newline. */
	end(line: number): number {
		const next = this.start(line + 1);
		return next > this.start(line) && this.text[next - 1] === "\n" ? next - 1 : next;
	}

	/** The line that an offset lies in. */
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

	/** The text of lines `from` up to, not including, `to`, without the newline at its end. */
	slice(from: number, to: number): string {
		return this.text.slice(this.start(from), this.start(to)).replace(/\r?\n$/, "");
	}

	isBlank(line: number): boolean {
		return this.slice(line, line + 1).trim() === "";
	}
}

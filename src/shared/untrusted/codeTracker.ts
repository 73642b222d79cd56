const newline = 0x0a;
const carriageReturn = 0x0d;
const tab = 0x09;
const space = 0x20;
const greaterThan = 0x3e;
const backtick = 0x60;
const tilde = 0x7e;
/** Minimum number of backticks or tildes of a fence. */
const shortestFence = 3;
/** Minimum indentation of a line of code, in columns. */
const codeIndent = 4;
/** The characters of list markers before a fence in a list item: `-`, `*`, `+`, `1.` and `1)`. */
const listMarks = new Set(Array.from("-*+.)0123456789", (mark) => mark.charCodeAt(0)));

/**
 * Tracks whether the end of a streamed Markdown text is inside code: in a fence, on an indented line or after a
 * backtick on its line. Reads each character once and stores none of them.
 */
export class CodeTracker {
	/** The number of characters that opened the fence; 0 outside of one. */
	#fence = 0;
	#fenceMark = 0;
	#isFenceLine = false;
	/** Whether the line closes the fence, if only whitespace follows. */
	#closes = false;
	/** The number of backticks that opened the inline code; 0 outside of it. */
	#ticks = 0;
	/** The number of backticks or tildes in the current run. */
	#run = 0;
	#mark = 0;
	/** Whether the line contains only whitespace and the markers of quotes and lists so far. */
	#isStart = true;
	/** The width of the whitespace at the line's beginning, in columns. */
	#indent = 0;
	/** Whether characters other than backticks, tildes and line breaks can be skipped, because they change nothing. */
	isWithinLine = false;

	get isCode(): boolean {
		this.#endRun();
		return this.#fence > 0 || this.#ticks > 0 || (this.#isStart && this.#indent >= codeIndent);
	}

	/** Processes the next character, given as a code unit. */
	take(code: number): void {
		if (code === backtick || code === tilde) {
			if (code !== this.#mark) this.#endRun();
			this.#mark = code;
			this.#run++;
			this.isWithinLine = false;
			return;
		}
		if (this.#run > 0) this.#endRun();
		if (code === newline || code === carriageReturn) this.#endLine();
		else if (this.#isStart || this.#closes) this.#takeAtEdge(code);
	}

	#takeAtEdge(code: number): void {
		if (code === space || code === tab) {
			this.#indent += code === tab ? codeIndent : 1;
			return;
		}
		this.#closes = false;
		this.#indent = 0;
		this.#isStart &&= code === greaterThan || (this.#fence === 0 && listMarks.has(code));
		this.isWithinLine = !this.#isStart;
	}

	#endLine(): void {
		if (this.#closes) this.#fence = 0;
		this.#closes = this.#isFenceLine = false;
		this.#ticks = this.#indent = 0;
		this.#isStart = true;
		this.isWithinLine = false;
	}

	#endRun(): void {
		const length = this.#run;
		if (length === 0) return;
		const isStart = this.#isStart;
		this.#run = 0;
		this.#isStart = false;
		if (this.#isFenceLine && this.#mark === backtick && this.#fenceMark === backtick) {
			// If more backticks follow on the line, it was inline code.
			this.#ticks = length === this.#fence ? 0 : this.#fence;
			this.#fence = 0;
			this.#isFenceLine = false;
		} else if (this.#fence > 0) {
			this.#closes = isStart && this.#mark === this.#fenceMark && length >= this.#fence;
		} else if (isStart && length >= shortestFence) {
			this.#fence = length;
			this.#fenceMark = this.#mark;
			this.#isFenceLine = true;
		} else if (this.#mark === backtick) {
			if (this.#ticks === 0) this.#ticks = length;
			else if (this.#ticks === length) this.#ticks = 0;
		}
		this.isWithinLine = !this.#closes;
	}
}

/** Maximum length of an escape sequence, in characters: a program must not hide all its output by beginning one. */
const longestSequence = 65_536;

/** Matches control characters. */
const control = /\p{Cc}/gu;

type State =
	| "text"
	/** After ESC. */
	| "escape"
	/** After ESC and an intermediate character, as in `ESC ( B`. */
	| "intermediate"
	/** A control sequence, such as a colour: up to a letter. */
	| "sequence"
	/** A string, such as a title or the marks of VS Code's shell integration (OSC 633): up to BEL or ST. */
	| "string"
	/** After ESC within a string. */
	| "stringEscape";

/** Receives the text and the lines of a terminal's output. */
export interface TerminalLines {
	/** Ends the current line, and begins the next one. */
	line(): void;
	/** Adds text to the current line. */
	add(text: string): void;
	/** Removes the text of the current line, which is about to be overwritten. */
	restart(): void;
	/** Removes the last character of the current line. */
	back(): void;
}

/**
 * Splits a terminal's output, which arrives in pieces, into lines without escape sequences and control characters. Text
 * that a program overwrites, such as the states of a progress bar, is removed. Takes linear time.
 */
export class TerminalText {
	#state: State = "text";
	/** Length of the sequence so far. */
	#length = 0;
	/** Whether a carriage return came last: the text that follows overwrites the line. */
	#returned = false;

	constructor(private readonly lines: TerminalLines) {}

	add(piece: string): void {
		for (let at = 0; at < piece.length; ) {
			if (this.#state !== "text") {
				this.#follow(piece.charCodeAt(at++));
				continue;
			}
			control.lastIndex = at;
			const end = control.exec(piece)?.index ?? piece.length;
			if (end > at) this.#write(piece.slice(at, end));
			if (end < piece.length) this.#control(piece.charCodeAt(end));
			at = end + 1;
		}
	}

	#write(text: string): void {
		if (this.#returned) this.lines.restart();
		this.#returned = false;
		this.lines.add(text);
	}

	#control(code: number): void {
		switch (code) {
			case 0x0a:
				this.#returned = false;
				this.lines.line();
				break;
			case 0x0d:
				this.#returned = true;
				break;
			case 0x09:
				this.#write("\t");
				break;
			case 0x08:
				this.lines.back();
				break;
			case 0x00:
				// Passed on, because it shows that the output is binary: text does not contain it.
				this.#write("\0");
				break;
			case 0x1b:
				this.#begin("escape");
				break;
			case 0x9b:
				this.#begin("sequence");
				break;
			case 0x90:
			case 0x98:
			case 0x9d:
			case 0x9e:
			case 0x9f:
				this.#begin("string");
		}
	}

	#begin(state: State): void {
		this.#state = state;
		this.#length = 0;
	}

	/** Reads one character of an escape sequence. */
	#follow(code: number): void {
		if (++this.#length > longestSequence) this.#state = "text";
		else if (code === 0x18 || code === 0x1a) this.#state = "text";
		else if (this.#state === "string" || this.#state === "stringEscape") this.#followString(code);
		else if (code === 0x1b) this.#begin("escape");
		else if (this.#state === "escape") this.#afterEscape(code);
		else if (this.#state === "intermediate") this.#state = code >= 0x20 && code <= 0x2f ? "intermediate" : "text";
		// A control character within a sequence, such as a line break, takes effect, as in a terminal.
		else if (code < 0x20) this.#control(code);
		else if (code >= 0x40) this.#state = "text";
	}

	#followString(code: number): void {
		if (code === 0x07 || code === 0x9c) this.#state = "text";
		else if (this.#state === "string") this.#state = code === 0x1b ? "stringEscape" : "string";
		else if (code === 0x5c) this.#state = "text";
		else this.#afterEscape(code);
	}

	#afterEscape(code: number): void {
		// CSI; then DCS, SOS, OSC, PM and APC.
		if (code === 0x5b) this.#begin("sequence");
		else if ([0x50, 0x58, 0x5d, 0x5e, 0x5f].includes(code)) this.#begin("string");
		else this.#state = code >= 0x20 && code <= 0x2f ? "intermediate" : "text";
	}
}

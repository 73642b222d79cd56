/** The number of the OSC sequence that serves as the mark; terminals ignore it, because they do not support it. */
const sequence = "7769";

/**
 * Returns a shell command that marks the end of another command's output.
 *
 * @param quotedName a name that the other command does not know, quoted for the shell.
 */
export function writeEndMark(quotedName: string): string {
	return `builtin printf '\\033]${sequence};%s\\007' ${quotedName}`;
}

/**
 * Passes on a command's output up to its mark. Everything after the mark comes from the shell, such as the sequence
 * with which zsh begins a line, which would seem to overwrite the last line.
 */
export class OutputBeforeMark {
	readonly #mark: string;
	/** The output that is held back because it may be the beginning of the mark. */
	#held = "";
	#hasMark = false;
	#hasEnded = false;

	constructor(
		name: string,
		private readonly onOutput: (piece: string) => void,
	) {
		this.#mark = `\u001b]${sequence};${name}\u0007`;
	}

	/** Whether the mark, and so all of the output, has arrived. */
	get hasMark(): boolean {
		return this.#hasMark;
	}

	add(piece: string): void {
		if (this.#hasEnded) return;
		const text = this.#held + piece;
		const end = text.indexOf(this.#mark);
		this.#hasMark = this.#hasEnded = end >= 0;
		const begun = text.lastIndexOf("\u001b");
		const isHeld = !this.#hasEnded && begun >= 0 && this.#mark.startsWith(text.slice(begun));
		const cut = this.#hasEnded ? end : isHeld ? begun : text.length;
		this.#held = isHeld ? text.slice(begun) : "";
		if (cut > 0) this.onOutput(text.slice(0, cut));
	}

	/** Passes on what was held back. */
	end(): void {
		if (this.#held !== "") this.onOutput(this.#held);
		this.#held = "";
		this.#hasEnded = true;
	}
}

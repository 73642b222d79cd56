import type { RequestMessage } from "../gateway";

/** The code around the cursor, and what helps to complete it. */
export interface CodeAtCursor {
	readonly before: string;
	readonly after: string;
	/** Related code from other files, each part with a comment that names its file; empty for none. */
	readonly related: string;
	/** VS Code's name of the language. */
	readonly languageId: string;
}

const open = "<fill>";
const close = "</fill>";

/** For the model, and therefore not translated. */
const instructions = `You complete code at the cursor. You are given the code before the cursor in <before> and the code after it in <after>.
Answer with ${open}, then exactly the characters that belong between the two, then ${close}. Write nothing else: no explanation, no Markdown, nothing of the code that is already there. Keep the indentation. If nothing belongs there, answer ${open}${close}.`;

const example: CodeAtCursor = {
	before: "def area(width, height):\n    return wid",
	after: "\n\nprint(area(2, 3))\n",
	related: "",
	languageId: "python",
};

/**
 * Builds the messages that ask a chat model for the code at the cursor: with the text before the cursor first, which
 * stays the same while the user types, and one worked example.
 */
export function chatFillInMessages(code: CodeAtCursor): readonly RequestMessage[] {
	return [
		{ role: "system", content: instructions },
		{ role: "user", content: questionOf(example) },
		{ role: "assistant", content: `${open}th * height${close}` },
		{ role: "user", content: questionOf(code) },
	];
}

function questionOf({ before, after, related, languageId }: CodeAtCursor): string {
	const elsewhere = related === "" ? "" : `<elsewhere>\n${related}\n</elsewhere>\n`;
	return `${elsewhere}<language>${languageId}</language>\n<before>${before}</before>\n<after>${after}</after>`;
}

/** Finds the code in a chat answer while it arrives: only what is inside the first tag. */
export class FillInTag {
	#text = "";
	/** Where the code begins; -1 before the tag has arrived. */
	#start = -1;
	/** Whether the tag was closed: nothing that follows belongs to the code. */
	isClosed = false;

	/** Adds a piece of the answer; returns the code in it. A possible beginning of the closing tag is held back. */
	push(piece: string): string {
		if (this.isClosed) return "";
		this.#text += piece;
		if (this.#start < 0) {
			const at = this.#text.indexOf(open);
			if (at < 0) {
				this.#text = this.#text.slice(1 - open.length);
				return "";
			}
			this.#start = 0;
			this.#text = this.#text.slice(at + open.length);
		}
		const end = this.#text.indexOf(close);
		this.isClosed = end >= 0;
		const ready = this.isClosed ? end : safeLength(this.#text);
		const code = this.#text.slice(0, ready);
		this.#text = this.#text.slice(ready);
		return code;
	}

	/** Returns the rest at the end of an answer whose tag was not closed. */
	end(): string {
		return this.#start < 0 || this.isClosed ? "" : this.#text;
	}
}

/** Returns the length of a text without the beginning of a closing tag at its end. */
function safeLength(text: string): number {
	const last = text.lastIndexOf("<", text.length);
	return last >= 0 && text.length - last < close.length && close.startsWith(text.slice(last)) ? last : text.length;
}

import { countLines, offsetOfLine } from "../lines";
import { type PieceLength, roomInPiece } from "../textPieces";
import { appendCode } from "./appendCode";

/** Number of lines that are laid out together. They are not laid out again when more lines follow. */
const chunkLines = 64;

const chunkLength: PieceLength = { enough: 8_000, most: 16_000 };

/** Number of chunks in a block above which only those near the reader are laid out. */
const manyChunks = 32;

/** A code block's text on the page, which grows at its end. */
export class CodeText {
	readonly element = document.createElement("code");
	/** The written text that is not finished. */
	#open = "";

	constructor() {
		this.element.className = "code-text";
	}

	get text(): string {
		return this.element.textContent;
	}

	/** The written text that is not finished; all text until `commit` is called. */
	get open(): string {
		return this.#open;
	}

	/** Writes the text after the finished part; if the existing text is its beginning, only appends the rest. */
	continueAs(open: string): void {
		if (!open.startsWith(this.#open)) {
			this.#removeEnd(this.#open.length);
			this.#open = "";
		}
		this.#append(open.slice(this.#open.length));
		this.#open = open;
	}

	/** Marks the written text as finished; new text is written after it. */
	commit(): void {
		this.#open = "";
	}

	/** Replaces consecutive chunks by the same text in other nodes. */
	replaceChunks([first, ...rest]: readonly Element[], text: DocumentFragment): void {
		const chunk = newChunk();
		chunk.append(text);
		first?.replaceWith(chunk);
		for (const old of rest) old.remove();
	}

	/**
	 * Appends text in chunks. A chunk ends with a line break unless that is too far away, so that together they contain
	 * exactly the code.
	 */
	#append(text: string): void {
		let rest = text;
		while (rest !== "") {
			let chunk = this.element.lastElementChild;
			let end = chunk ? roomInChunk(chunk.textContent, rest) : 0;
			if (!chunk || end === 0) {
				chunk = newChunk();
				this.element.append(chunk);
				this.element.classList.toggle("long", this.element.childElementCount > manyChunks);
				end = roomInChunk("", rest);
			}
			const { lastChild } = chunk;
			const plain = document.createDocumentFragment();
			appendCode(rest.slice(0, end), plain);
			const { firstChild } = plain;
			if (lastChild instanceof Text && firstChild instanceof Text) {
				lastChild.appendData(firstChild.data);
				firstChild.remove();
			}
			chunk.append(plain);
			rest = rest.slice(end);
		}
	}

	#removeEnd(length: number): void {
		for (let left = length; left > 0; ) {
			const chunk = this.element.lastElementChild;
			const last = chunk?.lastChild;
			if (!chunk || !last) break;
			const has = last.textContent?.length ?? 0;
			if (last instanceof Text && has > left) last.deleteData(has - left, left);
			else last.remove();
			left -= has;
			if (!chunk.hasChildNodes()) chunk.remove();
		}
	}
}

/** Returns how much of the following text fits into a chunk; 0 when it is full. */
function roomInChunk(chunk: string, rest: string): number {
	const lines = chunkLines - countLines(chunk);
	return lines <= 0 ? 0 : Math.min(offsetOfLine(rest, lines), roomInPiece(chunk, rest, chunkLength));
}

function newChunk(): Element {
	const chunk = document.createElement("span");
	chunk.className = "code-chunk";
	return chunk;
}

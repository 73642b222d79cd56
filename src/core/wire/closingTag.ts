import { CodeTracker } from "../../shared/untrusted/codeTracker";

const lessThan = 0x3c;
const tag = /<(\/?)think(?:ing)?>/y;
/** The longest tags; what may become one is the beginning of one of them. */
const longestTags = ["<thinking>", "</thinking>"];
const longestTag = "</thinking>".length;
/** Characters on both sides of a tag that a sentence mentions. */
const before = new Set(Array.from(" \t\"'“‘«([*_\\", (character) => character.charCodeAt(0)));
const after = new Set(Array.from(" \t\"'”’»)]*_.,;:!?", (character) => character.charCodeAt(0)));

/** Whether a character within a line matters: `<`, backticks, tildes and line breaks. */
const isMarked = (unit: number) =>
	unit === lessThan || unit === 0x60 || unit === 0x0a || unit === 0x7e || unit === 0x0d;

/**
 * Looks in a text that comes in pieces for the tag that ends a thought whose opening tag is not in it. A tag in code, one
 * that a sentence mentions and one behind an opening tag are part of the text.
 */
export class ClosingTag {
	readonly #code = new CodeTracker();
	#before = 0;

	/** Whether an opening tag was found: then no closing one counts. */
	isOpened = false;
	/** The length of the tag; 0 as long as there was none. */
	length = 0;

	/**
	 * Reads more of the text.
	 *
	 * @param text begins where the last one was read to.
	 * @param isLast whether nothing follows.
	 * @returns how far it was read: to the tag, or to what may become one with the next piece.
	 */
	read(text: string, isLast: boolean): number {
		const code = this.#code;
		let at = 0;
		for (; at < text.length; at++) {
			const unit = text.charCodeAt(at);
			if (code.isWithinLine && !isMarked(unit)) continue;
			if (unit === lessThan && this.#endsAt(text, at, isLast)) break;
			code.take(unit);
		}
		if (at > 0) this.#before = text.charCodeAt(at - 1);
		return at;
	}

	/** Whether the reading ends at this `<`. */
	#endsAt(text: string, at: number, isLast: boolean): boolean {
		tag.lastIndex = at;
		const match = tag.exec(text);
		if (!match) {
			const rest = text.slice(at, at + longestTag);
			return !isLast && longestTags.some((whole) => whole.startsWith(rest));
		}
		if (match[1] === "") {
			this.isOpened = true;
			return false;
		}
		if (this.isOpened || this.#code.isCode) return false;
		if (before.has(at > 0 ? text.charCodeAt(at - 1) : this.#before)) {
			const next = text.charCodeAt(tag.lastIndex);
			if (after.has(next)) return false;
			if (Number.isNaN(next) && !isLast) return true;
		}
		this.length = match[0].length;
		return true;
	}
}

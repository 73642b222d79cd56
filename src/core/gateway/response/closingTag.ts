import { CodeTracker } from "../../../shared/untrusted/codeTracker";

const lessThan = 0x3c;
const tag = /<(\/?)think(?:ing)?>/y;
/** The longest tags; what may become a tag is a prefix of one of them. */
const longestTags = ["<thinking>", "</thinking>"];
const longestTag = "</thinking>".length;
const codesOf = (characters: string) => new Set(Array.from(characters, (character) => character.charCodeAt(0)));
const isBlank = (unit: number) => unit === 0x20 || unit === 0x09 || unit === 0xa0 || unit === 0x202f || unit === 0x3000;
const lineBreaks = codesOf("\n\r");
/** Characters that end a sentence, and with it the reasoning. */
const sentenceEnds = codesOf(".!?…:。！？：");
/** Characters that close what a sentence opened. */
const closers = codesOf(")]}”’»*");
/** Characters that may follow a tag that is only mentioned in a sentence. */
const after = codesOf(" \t\u00a0\u202f\u3000\"'“”’»›)]}*_.,;:!?|/<\\」』）、。，");
/** Characters that open emphasis or a quotation, with which an answer may begin. */
const openers = codesOf("*_\"'“„«‘");
/** Maximum number of spaces and opening characters after a tag that are examined. */
const longestOpening = 8;
const letter = /^[\p{L}\p{N}]$/u;
const smallLetter = /^\p{Ll}$/u;
/** Matches a letter of a script that separates words by spaces. */
const spacedLetter = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]$/u;

/** The characters that matter within a line. */
const marked = /[<`~\n\r]/g;

/**
 * Searches streamed text for the tag that ends reasoning whose opening tag is missing. Such a tag begins a line,
 * follows the end of a sentence, is between a word and the end of its line, or joins two words without spaces. Any
 * other tag is only mentioned and is part of the text, and so is a tag in code or after an opening tag.
 */
export class ClosingTag {
	readonly #code = new CodeTracker();
	/** The last character that is not whitespace, initially a line break; and whether whitespace follows it. */
	#before = 0x0a;
	#blankFollows = false;

	/** Whether an opening tag was found, so that no closing one counts. */
	isOpened = false;
	/** The length of the tag; 0 until there is one. */
	length = 0;

	/**
	 * Reads more text.
	 *
	 * @param text continues where the last read ended.
	 * @param isLast whether nothing follows.
	 * @returns how far it was read: up to the tag, or to what may become one with the next piece.
	 */
	read(text: string, isLast: boolean): number {
		const code = this.#code;
		let at = 0;
		let isWithinLine = code.isWithinLine;
		for (; at < text.length; at++) {
			if (isWithinLine) {
				marked.lastIndex = at;
				if (!marked.test(text)) {
					at = text.length;
					break;
				}
				at = marked.lastIndex - 1;
			}
			const unit = text.charCodeAt(at);
			if (unit === lessThan && this.#endsAt(text, at, isLast)) break;
			code.take(unit);
			isWithinLine = code.isWithinLine;
		}
		this.#lookBack(text, at);
		return at;
	}

	/** Returns whether reading stops at this `<`. */
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
		const next = text.charCodeAt(tag.lastIndex);
		const isAnswer = beginsAnswer(text, tag.lastIndex, isLast);
		if (isAnswer === undefined) return true;
		this.#lookBack(text, at);
		if (!this.#endsThought(next, isAnswer)) return false;
		this.length = match[0].length;
		return true;
	}

	/**
	 * Returns whether a tag ends the reasoning, by the characters before and after it.
	 *
	 * @param next the character after it; `NaN` at the text's end.
	 * @param isAnswer whether what follows can begin an answer.
	 */
	#endsThought(next: number, isAnswer: boolean): boolean {
		const isFree = Number.isNaN(next) || !after.has(next);
		if (lineBreaks.has(this.#before)) return isFree || isAnswer;
		if (sentenceEnds.has(this.#before)) return isFree || (isAnswer && !this.#blankFollows);
		const before = String.fromCharCode(this.#before);
		if (this.#blankFollows) return false;
		if (closers.has(this.#before)) return isFree;
		if (!letter.test(before)) return false;
		// Where spaces separate words, a tag that is only mentioned is not directly between two letters.
		return lineBreaks.has(next) || (spacedLetter.test(before) && spacedLetter.test(String.fromCharCode(next)));
	}

	/** Records the characters before a position. */
	#lookBack(text: string, at: number): void {
		let last = at - 1;
		while (last >= 0 && isBlank(text.charCodeAt(last))) last--;
		this.#blankFollows = last < at - 1 || (last < 0 && this.#blankFollows);
		if (last >= 0) this.#before = text.charCodeAt(last);
	}
}

/**
 * Returns whether the text after a tag can begin an answer, rather than continue a sentence that mentions the tag: with
 * a capital letter after a space, or an opening quotation mark. `undefined` if that is not known yet.
 */
function beginsAnswer(text: string, from: number, isLast: boolean): boolean | undefined {
	let at = from;
	let isOpened = false;
	for (; at < text.length && at - from < longestOpening; at++) {
		const unit = text.charCodeAt(at);
		if (openers.has(unit)) isOpened = true;
		else if (!isBlank(unit)) break;
	}
	if (at - from === longestOpening) return false;
	if (at === text.length) return isLast ? !isOpened : undefined;
	const next = text.charAt(at);
	// A mark before a space or punctuation closes what the text before the tag opened.
	if (isOpened) return letter.test(next) && !isBlank(text.charCodeAt(at - 1));
	return lineBreaks.has(next.charCodeAt(0)) || (letter.test(next) && !smallLetter.test(next));
}

import { completionLimits } from "../../../shared/untrusted/limits";
import { type CompletionExtent, type CursorText, lineBelow, linePrefix } from "./cursorText";

/** Maximum number of lines of a suggested block. */
const mostLines = 24;
const opening = "([{";
const closing = ")]}";

/**
 * Finds where an answer can end, while it arrives: after one line, or after a block, which ends according to its
 * indentation and brackets, or where it repeats the line below the cursor. Each character is read once.
 */
export class AnswerCut {
	readonly #indentation: number;
	readonly #below: string;
	readonly #isInLine: boolean;
	/** The beginning and the number of the line that is being read. */
	#start = 0;
	#lines = 0;
	/** The number of brackets that the answer opens, minus those that it closes. */
	#depth = 0;
	#read = 0;
	/** The length of the part of the answer that is used; -1 before its end is found. */
	#end = -1;
	#hasCode = false;

	constructor(
		private readonly extent: CompletionExtent,
		cursor: CursorText,
	) {
		const prefix = linePrefix(cursor);
		this.#indentation = depthOf(prefix);
		this.#isInLine = prefix.trim() !== "";
		this.#below = lineBelow(cursor).trim();
	}

	/** Reads the answer as far as it has arrived; returns whether the rest is not needed. */
	isEnough(text: string): boolean {
		while (this.#end < 0 && this.#read < text.length) {
			const at = this.#read++;
			const sign = text[at] ?? "";
			if (sign === "\n") this.#endLine(text, at);
			else if (this.extent === "block") this.#readSign(text, at, sign);
			if (this.#read >= completionLimits.answerLength) this.#end = Math.max(0, this.#start - 1);
			this.#hasCode ||= sign.trim() !== "";
		}
		return this.#end >= 0;
	}

	/** Returns the part of the answer that is used. */
	cut(text: string): string {
		this.isEnough(text);
		if (this.#end < 0) this.#endLine(text, text.length);
		return (this.#end >= 0 ? text.slice(0, this.#end) : text).trimEnd();
	}

	/**
	 * Reads a bracket: a closing one that the answer has not opened ends the block; at the beginning of a line, it ends
	 * the block before that line.
	 */
	#readSign(text: string, at: number, sign: string): void {
		if (opening.includes(sign)) this.#depth++;
		else if (closing.includes(sign) && --this.#depth < 0) {
			const isFirst = text.slice(this.#start, at).trim() === "";
			this.#end = isFirst ? Math.max(0, this.#start - 1) : at;
		}
	}

	#endLine(text: string, at: number): void {
		const line = text.slice(this.#start, at);
		const isBlank = line.trim() === "";
		if (this.extent === "line") {
			if (this.#hasCode) this.#end = at;
		} else if (!isBlank && this.#isOutside(line)) this.#end = Math.max(0, this.#start - 1);
		else if (++this.#lines >= mostLines) this.#end = at;
		if (this.#end < 0) this.#start = at + 1;
	}

	/** Returns whether a line does not belong to the block: it is indented less, or is the line below the cursor. */
	#isOutside(line: string): boolean {
		if (line.trim() === this.#below && this.#below.length > 3) return true;
		const isFirst = this.#start === 0;
		return !isFirst && !this.#isInLine && this.#depth <= 0 && depthOf(line) < this.#indentation;
	}
}

/** Returns the number of white-space characters at the beginning of a line. */
export function depthOf(line: string): number {
	return line.length - line.trimStart().length;
}

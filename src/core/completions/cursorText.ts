import { completionLimits } from "../../shared/untrusted/limits";

/** The text around the cursor of a document, with line feeds alone. */
export interface CursorText {
	/** At most `completionLimits.contextLength` characters, as of the text after the cursor. */
	readonly before: string;
	readonly after: string;
	/** The cursor's place in the document, in characters. */
	readonly offset: number;
	/** Whether `before` begins with the document. */
	readonly isWhole: boolean;
	/** The document's beginning where `before` is cut, else empty. */
	readonly head: string;
	/** Whether a word of the language ends at the cursor, for which the editor may suggest something itself. */
	readonly isAfterWord: boolean;
	/** VS Code's name of the language. */
	readonly languageId: string;
	/** The workspace-relative path. */
	readonly path: string;
}

/** One line or a block: how much is suggested. */
export type CompletionExtent = "line" | "block";

/** Characters of a document's head that are kept where the text before the cursor is cut: its imports. */
const headLength = 1_200;

/** Returns the text around the cursor, cut at line breaks. @param offset the cursor's place in the text. */
export function cursorTextAt(text: string, offset: number, languageId: string, path: string): CursorText {
	const [start, end] = [offset - completionLimits.contextLength, offset + completionLimits.contextLength];
	const from = start <= 0 ? 0 : lineStartAfter(text, start, offset);
	return {
		before: text.slice(from, offset),
		after: text.slice(offset, end),
		offset,
		isWhole: from === 0,
		head: from === 0 ? "" : text.slice(0, Math.min(headLength, from)),
		isAfterWord: endsInWord(text.slice(0, offset)),
		languageId,
		path,
	};
}

function lineStartAfter(text: string, at: number, most: number): number {
	const end = text.indexOf("\n", at);
	return end < 0 || end >= most ? at : end + 1;
}

/** Returns the text of the cursor's line before it. */
export function linePrefix({ before }: Pick<CursorText, "before">): string {
	return before.slice(before.lastIndexOf("\n") + 1);
}

/** Returns the text of the cursor's line after it. */
export function lineRest({ after }: Pick<CursorText, "after">): string {
	const end = after.indexOf("\n");
	return end < 0 ? after : after.slice(0, end);
}

/** Returns the last line before the cursor's that is not blank; empty if there is none near. */
export function lineAbove({ before }: Pick<CursorText, "before">): string {
	let end = before.lastIndexOf("\n");
	for (let count = 0; end >= 0 && count < nearLines; count++) {
		const start = end === 0 ? -1 : before.lastIndexOf("\n", end - 1);
		const line = before.slice(start + 1, end);
		if (line.trim() !== "") return line;
		end = start;
	}
	return "";
}

/** Returns the first line after the cursor's that is not blank; empty if there is none near. */
export function lineBelow({ after }: Pick<CursorText, "after">): string {
	let start = after.indexOf("\n") + 1;
	for (let count = 0; start > 0 && count < nearLines; count++) {
		const end = after.indexOf("\n", start);
		const line = after.slice(start, end < 0 ? undefined : end);
		if (line.trim() !== "") return line;
		start = end + 1;
	}
	return "";
}

/** Number of blank lines that are passed over to find the next line. */
const nearLines = 20;

/** Returns whether a text ends in a word of any language. */
export function endsInWord(text: string): boolean {
	return /[\p{L}\p{M}\p{N}_$]$/u.test(text.slice(-2));
}

const wordSign = /^[\p{L}\p{N}_$]/u;
/** Matches what may follow the cursor in a line that is completed: the ends of what was opened before. */
const closers = /^[\s)\]}>"'`;,:]*$/;

/** Returns whether nothing is suggested at this place: within a word, before other code, or in a very long line. */
export function isNoPlace(cursor: CursorText): boolean {
	const rest = lineRest(cursor);
	const prefix = linePrefix(cursor);
	return wordSign.test(rest) || !closers.test(rest) || prefix.length + rest.length > completionLimits.lineLength;
}

/** Matches a line that opens a block. */
const blockOpening = /(?:[{([:]|=>|->|\b(?:do|then|else|begin|try|finally|ensure))\s*$/;

/** Returns whether a block is suggested: at its beginning, in an empty line. */
export function extentAt(cursor: CursorText): CompletionExtent {
	if (linePrefix(cursor).trim() !== "" || lineRest(cursor).trim() !== "") return "line";
	return opensBlock(lineAbove(cursor)) ? "block" : "line";
}

/** Returns whether a line opens a block. */
export function opensBlock(line: string): boolean {
	return blockOpening.test(line.slice(-longestOpening));
}

/** Characters at a line's end that are looked at to see whether it opens a block. */
const longestOpening = 80;

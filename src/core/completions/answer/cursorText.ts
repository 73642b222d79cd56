import { completionLimits } from "../../../shared/untrusted/limits";

/** The text around the cursor of a document, with line feeds as the only line breaks. */
export interface CursorText {
	/** The text before the cursor; like `after`, at most `completionLimits.contextLength` characters. */
	readonly before: string;
	readonly after: string;
	/** The cursor's position in the document, in characters. */
	readonly offset: number;
	/** Whether `before` starts at the document's beginning. */
	readonly isWhole: boolean;
	/** The document's beginning where `before` is cut, else empty. */
	readonly head: string;
	/** Whether a word ends at the cursor, for which the editor may show its own suggestions. */
	readonly isAfterWord: boolean;
	/** VS Code's language id. */
	readonly languageId: string;
	/** The workspace-relative path. */
	readonly path: string;
}

/** How much is suggested: one line or a block. */
export type CompletionExtent = "line" | "block";

/** Maximum length of `head`, in characters: enough for the imports. */
const headLength = 1_200;

/** Returns the text around the cursor, from a line's beginning if possible. @param offset the cursor's position. */
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

/** Returns the text of the cursor's line before the cursor. */
export function linePrefix({ before }: Pick<CursorText, "before">): string {
	return before.slice(before.lastIndexOf("\n") + 1);
}

/** Returns the text of the cursor's line after the cursor. */
export function lineRest({ after }: Pick<CursorText, "after">): string {
	const end = after.indexOf("\n");
	return end < 0 ? after : after.slice(0, end);
}

/** Returns the nearest line above the cursor's that is not blank; empty if there is none nearby. */
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

/** Returns the nearest line below the cursor's that is not blank; empty if there is none nearby. */
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

/** Maximum number of lines that are searched for one that is not blank. */
const nearLines = 20;

/** Returns whether a text ends in a word. */
export function endsInWord(text: string): boolean {
	return /[\p{L}\p{M}\p{N}_$]$/u.test(text.slice(-2));
}

const wordSign = /^[\p{L}\p{N}_$]/u;
/** Matches what may follow the cursor on a line that is completed: closing brackets, quotes and punctuation. */
const closers = /^[\s)\]}>"'`;,:]*$/;

/** Returns whether nothing is suggested at the cursor: within a word, before other code, or on a very long line. */
export function isNoPlace(cursor: CursorText): boolean {
	const rest = lineRest(cursor);
	const prefix = linePrefix(cursor);
	return wordSign.test(rest) || !closers.test(rest) || prefix.length + rest.length > completionLimits.lineLength;
}

/** Matches a line that opens a block. */
const blockOpening = /(?:[{([:]|=>|->|\b(?:do|then|else|begin|try|finally|ensure))\s*$/;

/** Returns how much is suggested: a block on an empty line at the block's beginning, otherwise one line. */
export function extentAt(cursor: CursorText): CompletionExtent {
	if (linePrefix(cursor).trim() !== "" || lineRest(cursor).trim() !== "") return "line";
	return opensBlock(lineAbove(cursor)) ? "block" : "line";
}

/** Returns whether a line opens a block. */
export function opensBlock(line: string): boolean {
	return blockOpening.test(line.slice(-longestOpening));
}

/** Number of characters at a line's end that show whether it opens a block. */
const longestOpening = 80;

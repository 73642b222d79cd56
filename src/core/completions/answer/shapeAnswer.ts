import { hiddenCharacters } from "../../../shared/text/hiddenCharacters";
import { AnswerCut, depthOf } from "./answerCut";
import { withoutFrame, withoutLinesAbove } from "./answerFrame";
import { indentedLines } from "./answerIndentation";
import { balancedLength, openBefore, openQuote, outerClosers } from "./bracketBalance";
import {
	type CompletionExtent,
	type CursorText,
	lineAbove,
	lineBelow,
	linePrefix,
	lineRest,
	opensBlock,
} from "./cursorText";
import { firstProse } from "./proseLines";

/** A suggestion as it can be shown. */
export interface ShapedAnswer {
	readonly text: string;
	/** The number of characters after the cursor, on its line, that the text contains and replaces. */
	readonly replaces: number;
}

/** Minimum length of a line or its beginning that counts as repeated, in characters. */
const leastRepeated = 4;

/**
 * Returns the code of an answer, also while it arrives: without tokens, marks and fences, and without the beginning and
 * the indentation of the cursor's line. `undefined` where it is not code: reasoning, prose, or hidden characters.
 *
 * @param raw the answer as far as it has arrived.
 */
export function answerCode(raw: string, cursor: CursorText): string | undefined {
	const plain = withoutFrame(raw, cursor);
	if (plain === undefined || hiddenCharacters(plain).length > 0) return undefined;
	const placed = inPlace(plain, cursor);
	const wrong = firstProse(placed, cursor);
	const lines = placed.split("\n");
	const code = wrong < 0 ? placed : lines.slice(0, wrong).join("\n");
	return wrong >= 0 && code.trim() === "" ? undefined : code;
}

/**
 * Fits the code of an answer to a cursor within it or at its beginning: one line or a block, without repeated lines
 * from above or below, and without extra brackets; `undefined` where nothing is left.
 */
export function fitAnswer(code: string, cursor: CursorText, extent: CompletionExtent): ShapedAnswer | undefined {
	const cut = withoutRepeats(new AnswerCut(extent, cursor).cut(code), cursor);
	return cut.trim() === "" ? undefined : fitted(cut, cursor);
}

/** Converts an answer to a suggestion at the cursor; `undefined` for none. Takes linear time. */
export function shapeAnswer(raw: string, cursor: CursorText, extent: CompletionExtent): ShapedAnswer | undefined {
	const code = answerCode(raw, cursor);
	return code === undefined ? undefined : fitAnswer(code, cursor, extent);
}

/** Removes from an answer what the cursor's line already contains: the beginning and the indentation of a line. */
function inPlace(text: string, cursor: CursorText): string {
	const prefix = linePrefix(cursor);
	if (prefix.trim() !== "") {
		// A model that was shown the beginning of a line may write the whole line.
		const isRepeat = prefix.trim().length >= leastRepeated && text.trimStart().startsWith(prefix.trim());
		const whole = isRepeat ? text.trimStart().slice(prefix.trim().length) : text;
		if (!/\s$/.test(prefix)) return whole;
		// Some models begin with a line break, even in the middle of a statement.
		const mayBreak = opensBlock(prefix) || /[;)}>]$/.test(prefix.trimEnd());
		return whole.replace(mayBreak ? /^[ \t]{1,40}/ : /^[ \t\n]{1,40}/, "");
	}
	const lines = text.split("\n");
	const first = lines.findIndex((line) => line.trim() !== "");
	if (first < 0) return "";
	return indentedLines(withoutLinesAbove(lines.slice(first), cursor), cursor).join("\n");
}

/** Matches a line that only ends something: with another indentation, it ends something else. */
const endsOnly = /^(?:[\s)\]}>;,]*|<\/[\w.:-]{1,60}>[;,)}]{0,3}|(?:end|done|fi|esac|else|endif|break|return);?)$/;

/** Removes a line that repeats the one above or the one below the cursor, and everything after it. */
function withoutRepeats(text: string, cursor: CursorText): string {
	const prefix = linePrefix(cursor);
	const isSame = (line: string, other: string) =>
		line.trim() === other.trim() && (!endsOnly.test(line.trim()) || depthOf(line) === depthOf(other));
	const below = lineBelow(cursor);
	const rest = lineRest(cursor).trim();
	let above = lineAbove(cursor);
	let before = "";
	const lines = text.split("\n");
	const bad = lines.findIndex((line, at) => {
		const whole = at === 0 ? prefix + line + (line.endsWith(rest) ? "" : rest) : line;
		const own = at === 0 ? prefix.slice(0, depthOf(prefix)) + line.trimStart() : line;
		const isAbove = (isSame(whole, above) && (at === 0 || isSame(whole, before))) || (at === 0 && isSame(own, above));
		const isRepeat = line.trim().length >= leastRepeated && (isSame(whole, below) || isSame(own, below) || isAbove);
		if (whole.trim() !== "") [before, above] = [above, whole];
		return isRepeat;
	});
	return (bad < 0 ? lines : lines.slice(0, bad)).join("\n").trimEnd();
}

/** Cuts the code at an extra bracket, and determines how much of the line after the cursor it replaces. */
function fitted(code: string, cursor: CursorText): ShapedAnswer | undefined {
	const rest = lineRest(cursor).trimEnd();
	const quote = openQuote(linePrefix(cursor));
	const open = openBefore(cursor.before, cursor.isWhole);
	const [first = ""] = code.split("\n");
	const containsRest = rest !== "" && isWithin(rest, first) && outerClosers(first, quote) >= outerClosers(rest, quote);
	const length = balancedLength(code, containsRest ? "" : rest, open, quote);
	const text = code.slice(0, length).trimEnd();
	if (containsRest && length === code.length) return text === rest ? undefined : { text, replaces: rest.length };
	// Where text follows the cursor on its line, only one line is shown.
	const shown = withoutOverlap(rest === "" ? text : (text.split("\n", 1)[0] ?? ""), rest, quote);
	return shown.trim() === "" ? undefined : { text: shown, replaces: 0 };
}

/** Returns whether a text contains the characters of the line's rest, in this order. */
function isWithin(rest: string, text: string): boolean {
	let at = text.length;
	for (let sign = rest.length - 1; sign >= 0; sign--) {
		if ((rest[sign] ?? "").trim() === "") continue;
		at = at === 0 ? -1 : text.lastIndexOf(rest[sign] ?? "", at - 1);
		if (at < 0) return false;
	}
	return true;
}

/** Removes the end of a text with which the line's rest begins, unless its brackets close those of the text itself. */
function withoutOverlap(text: string, rest: string, quote: string): string {
	const outer = outerClosers(text, quote);
	for (let length = Math.min(text.length, rest.length, longestOverlap); length > 0; length--) {
		const common = rest.slice(0, length);
		if (text.endsWith(common) && outerClosers(common, "") <= outer) return text.slice(0, -length);
	}
	return text;
}

/** Maximum number of characters of the line's rest that are compared. */
const longestOverlap = 40;

import { depthOf } from "./answerCut";
import { openBefore } from "./bracketBalance";
import { scanCode } from "./codeScan";
import { type CursorText, lineAbove, linePrefix, opensBlock } from "./cursorText";
import { asDocumentIndents, stepOf } from "./indentationUnits";
import { takesProse } from "./proseSigns";

/**
 * Returns the lines of an answer on an empty line, indented like the document: with its tabs or spaces, and relative to
 * the cursor's indentation, which is left out of the first line. Ends before a line that cannot be converted.
 *
 * @param lines the answer's lines, the first of which is not blank.
 */
export function indentedLines(lines: readonly string[], cursor: CursorText): readonly string[] {
	const prefix = linePrefix(cursor);
	const [first = "", ...others] = asDocumentIndents(lines, cursor);
	const own = first.slice(0, depthOf(first));
	const isMore = own.length > prefix.length && own.startsWith(prefix);
	const kept = isMore && isTooFarLeft(own, cursor) ? own.slice(prefix.length) : "";
	const isExcess = isMore && kept === "";
	const shift = isMore ? "" : shiftOf(first, others, prefix);
	const placed = [kept + first.trimStart()];
	if (shift === undefined) return placed;
	for (const line of others) {
		if (line.trim() === "") placed.push("");
		else if (!isExcess) placed.push(shift + line);
		// An answer may be indented further than the cursor, up to the line that ends the cursor's block.
		else if (line.startsWith(own)) placed.push(prefix + line.slice(own.length));
		else break;
	}
	return cursor.languageId === "python" && !takesProse(cursor) ? withoutWrongIndents(placed, cursor) : placed;
}

/** Returns whether the cursor is indented too little for a line: no further than the line that opens its block. */
function isTooFarLeft(own: string, cursor: CursorText): boolean {
	const prefix = linePrefix(cursor);
	const above = lineAbove(cursor);
	const depth = depthOf(above);
	return opensBlock(above)
		? prefix.length <= depth && own.length > depth
		: prefix.length < depth && own.length === depth;
}

/** Matches lines that may be indented no further than the line that opens their block. */
const atMargin = /^\s*(?:[)\]}#]|case\b|default\b|when\b|end\b|else\b|\w+\s?:(?!:))/;

/**
 * Returns the indentation that the lines after the first one lack, where a model left out part of the cursor's
 * indentation; `undefined` where it left out all indentation.
 */
function shiftOf(first: string, others: readonly string[], prefix: string): string | undefined {
	const second = others.find((line) => line.trim() !== "") ?? "";
	const depth = depthOf(second);
	const isInside = second !== "" && depthOf(first) === 0 && opensBlock(first) && depth <= prefix.length;
	if (!isInside || prefix === "" || atMargin.test(second)) return "";
	if (depth === 0) return undefined;
	// The line that closes the block shows how far the first line, which opens it, would be indented.
	const closer = others.find((line) => line.trim() !== "" && depthOf(line) < depth);
	const base = prefix.startsWith("\t")
		? depth - 1
		: closer === undefined
			? depth - stepOf([first, second])
			: depthOf(closer);
	return prefix.slice(0, prefix.length - base);
}

/**
 * Returns the lines before the first one that Python rejects, because the line above it opens no block but is indented
 * less.
 */
function withoutWrongIndents(lines: readonly string[], cursor: CursorText): readonly string[] {
	if (openBefore(cursor.before, cursor.isWhole).signs.length > 0) return lines;
	const prefix = linePrefix(cursor);
	const code = scanCode(prefix + lines.join("\n"), cursor.languageId).code.split("\n");
	let above: string | undefined;
	let brackets = 0;
	const wrong = code.findIndex((line, at) => {
		if (line.trim() === "") return false;
		const isFree = brackets <= 0 && above !== undefined && !/[:\\]\s*$/.test(above);
		const isWrong = isFree && depthOf(line) > depthOf(above ?? "") && !/^\s*"/.test(line) && at > 0;
		brackets += (line.match(/[([{]/g)?.length ?? 0) - (line.match(/[)\]}]/g)?.length ?? 0);
		if (isFree || above === undefined || brackets <= 0) above = line;
		return isWrong;
	});
	return wrong < 0 ? lines : lines.slice(0, wrong);
}

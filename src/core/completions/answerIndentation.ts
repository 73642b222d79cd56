import { depthOf } from "./answerCut";
import { openBefore } from "./bracketBalance";
import { scanCode } from "./codeScan";
import { type CursorText, lineAbove, linePrefix, opensBlock } from "./cursorText";
import { asDocumentIndents, stepOf } from "./indentationUnits";
import { takesProse } from "./proseSigns";

/**
 * Returns the lines of an answer in an empty line as its document indents them: with its tabs or spaces, and relative to
 * the cursor's indentation, which the first line has already; up to a line that cannot be converted.
 *
 * @param lines of which the first one is not blank.
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
		// An answer may be further to the right than the cursor, up to what ends the block that the cursor is in.
		else if (line.startsWith(own)) placed.push(prefix + line.slice(own.length));
		else break;
	}
	return cursor.languageId === "python" && !takesProse(cursor) ? withoutWrongIndents(placed, cursor) : placed;
}

/** Returns whether the cursor is too far to the left for a line: at the margin of what opens its block, or before. */
function isTooFarLeft(own: string, cursor: CursorText): boolean {
	const prefix = linePrefix(cursor);
	const above = lineAbove(cursor);
	const depth = depthOf(above);
	return opensBlock(above)
		? prefix.length <= depth && own.length > depth
		: prefix.length < depth && own.length === depth;
}

/** Matches what may be at the margin of the line that opens its block. */
const atMargin = /^\s*(?:[)\]}#]|case\b|default\b|when\b|end\b|else\b|\w+\s?:(?!:))/;

/**
 * Returns the indentation that the lines after the first one lack, where a model left out the cursor's or a part of it;
 * `undefined` where it has left out all.
 */
function shiftOf(first: string, others: readonly string[], prefix: string): string | undefined {
	const second = others.find((line) => line.trim() !== "") ?? "";
	const depth = depthOf(second);
	const isInside = second !== "" && depthOf(first) === 0 && opensBlock(first) && depth <= prefix.length;
	if (!isInside || prefix === "" || atMargin.test(second)) return "";
	if (depth === 0) return undefined;
	// What closes the block of the first line is below that.
	const closer = others.find((line) => line.trim() !== "" && depthOf(line) < depth);
	const base = prefix.startsWith("\t")
		? depth - 1
		: closer === undefined
			? depth - stepOf([first, second])
			: depthOf(closer);
	return prefix.slice(0, prefix.length - base);
}

/** Returns the lines up to one that Python refuses: further to the right than the one above it, which opens no block. */
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

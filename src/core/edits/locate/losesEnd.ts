import type { Hunk } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { firstLine, lineWords } from "../text/lineMatch";

/** Maximum number of lines that may be lost at the ends of the replaced lines: a change removes few of them there. */
const mostLost = 3;
/** Minimum ratio of the code's lines to those that it replaces; shorter code is only a piece of them. */
const shareOfLines = 1 / 3;
/** Minimum share of a line's words that the lines in its place contain, if one of them is its new version. */
const shareKept = 0.5;

/**
 * Returns whether code is only a part of the lines that it replaces: it is shorter than they are, and begins in the
 * middle of a block, ends with the head of a block, lacks the code that handles errors, or lacks several lines at one
 * or both ends. Such lines count if nothing replaces them, if too little does in very short code, or if the code
 * neither begins nor ends like the replaced lines.
 *
 * @param hunks those that turn the lines into the code, without blank lines and indentation.
 * @param ignored words that do not count.
 */
export function losesEnd(
	code: readonly string[],
	before: readonly string[],
	hunks: readonly Hunk[],
	ignored?: ReadonlySet<string>,
): boolean {
	const [now, old] = [code, before].map((lines) => lines.map((line) => line.trim()).filter((line) => line !== ""));
	if (!now || !old || now.length >= old.length) return false;
	if (now[0] !== old[0] && beginsDeeper(code) && !beginsDeeper(before)) return true;
	if (endsInOldHead(now, old) || losesHandler(now, old)) return true;
	const [first, last] = [hunks[0], hunks.at(-1)];
	if (!first || !last || first.removed === old.length) return false;
	const head = first.start === 0 ? lostIn(first, old, ignored) : 0;
	const tail = last.start + last.removed === old.length ? lostIn(last, old, ignored) : 0;
	const [begins, ends] = [now[0] === old[0], now.at(-1) === old.at(-1)];
	const isPiece = now.length < old.length * shareOfLines;
	if (head > mostLost && (first.added.length === 0 || (isPiece && !begins))) return true;
	if (tail > mostLost && (last.added.length === 0 || isPiece) && !ends) return true;
	return !begins && !ends && head + tail > mostLost;
}

/** Returns whether code ends with the head of a block whose braces are on lines of their own. */
function endsInOldHead(now: readonly string[], old: readonly string[]): boolean {
	const at = old.lastIndexOf(now.at(-1) ?? "");
	return at >= 0 && old[at + 1]?.startsWith("{") === true;
}

/** Match the first line of a `try` block, and of the code that handles its errors, in most languages. */
const attempt = /^(?:try|do|begin)\b/;
const handler = /^(?:\}\s*)?(?:catch|except|finally|rescue|ensure)\b/;

/** Returns whether code has a `try` block, but lacks the code that handled its errors. */
function losesHandler(now: readonly string[], old: readonly string[]): boolean {
	const handles = (lines: readonly string[]) => lines.some((line) => handler.test(line));
	return now.some((line) => attempt.test(line)) && handles(old) && !handles(now);
}

/** Returns whether the first line is indented more than a later one: the lines begin in the middle of a block. */
function beginsDeeper(lines: readonly string[]): boolean {
	const depth = indentOf(firstLine(lines) ?? "").length;
	return lines.some((line) => line.trim() !== "" && indentOf(line).length < depth);
}

/** Returns the number of lines that a hunk removes without a new version. */
function lostIn(
	{ start, removed, added }: Hunk,
	old: readonly string[],
	ignored: ReadonlySet<string> | undefined,
): number {
	const words = new Set(added.flatMap((line) => [...lineWords(line, ignored)]));
	return old.slice(start, start + removed).filter((line) => {
		const own = [...lineWords(line, ignored)];
		return own.length > 0 && own.filter((word) => words.has(word)).length < own.length * shareKept;
	}).length;
}

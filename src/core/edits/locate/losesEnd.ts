import type { Hunk } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { firstLine, lineWords } from "../text/lineMatch";

/** Lines without a counterpart that the ends of the replaced lines may lose: a change removes few of them there. */
const mostLost = 3;
/** Code with a smaller share of the lines that it replaces is a piece of them. */
const shareOfLines = 1 / 3;
/** Minimum share of the words of a line that the lines in its place have, if they have its new version. */
const shareKept = 0.5;

/**
 * Returns whether shorter code lacks several lines at the ends of those that it replaces: it is a part from among them,
 * and the others would be lost. It is where an end has nothing in their place, or little where the code is short, or
 * where neither of its ends is theirs.
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

/** Match the first line of what is tried, and of what handles its errors. */
const attempt = /^(?:try|do|begin)\b/;
const handler = /^(?:\}\s*)?(?:catch|except|finally|rescue|ensure)\b/;

/** Returns whether code tries something and lacks what handled its errors. */
function losesHandler(now: readonly string[], old: readonly string[]): boolean {
	const handles = (lines: readonly string[]) => lines.some((line) => handler.test(line));
	return now.some((line) => attempt.test(line)) && handles(old) && !handles(now);
}

/** Returns whether lines begin deeper than they go on: in the middle of a block. */
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

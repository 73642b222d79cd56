import { hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { declaredName, endsInColon } from "../text/lineMatch";
import { texts } from "./insertion";

/** Longest text whose lines need no unchanged line beside them, in lines. */
const shortest = 2;
/** Minimum share of the words of one line that another one must have to be its new version. */
const shareOfWords = 0.5;
/** Languages in which a line with a colon at its end needs a body. */
const colons = new Set(["python"]);

/**
 * Returns whether code is a new version of all lines that it replaces, and not of some of them only: with an answer of
 * the changed lines alone, the other lines would be lost.
 */
export function coversAll(code: readonly string[], before: readonly string[], languageId: string): boolean {
	const [now, old] = [trimmed(code), trimmed(before)];
	// A line of text is a paragraph, which a new version may change as a whole.
	if (old.length === 0 || (texts.has(languageId) && now.length * 2 >= old.length)) return true;
	if (colons.has(languageId) && endsInHead(now) && !endsInHead(old)) return false;
	const hunks = hunksBetween(old, now);
	const same = old.length - hunks.reduce((sum, { removed }) => sum + removed, 0);
	if (same === 0) return isNewVersion(now, old) || isSameDeclaration(code, before);
	const [first, last] = [hunks[0], hunks.at(-1)];
	const begins = areAlike(old[0], now[0]);
	const ends = areAlike(old.at(-1), now.at(-1));
	if (begins && ends) return true;
	if (!begins && !ends) return same * 2 >= old.length && now.length >= old.length;
	const lost = begins
		? last && last.start + last.removed === old.length
			? last.removed - last.added.length
			: 0
		: first?.start === 0
			? first.removed - first.added.length
			: 0;
	return lost <= 0 || now.length * 2 >= old.length;
}

function trimmed(lines: readonly string[]): readonly string[] {
	return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** Returns whether a few lines all have their new versions in code that has none of them. */
function isNewVersion(code: readonly string[], before: readonly string[]): boolean {
	if (before.length === 1) return true;
	const isEnough = before.length <= shortest && code.length >= before.length;
	return isEnough && before.every((line) => code.some((other) => areAlike(line, other)));
}

/** Returns whether code declares the same as the lines that it replaces, which are one declaration. */
function isSameDeclaration(code: readonly string[], before: readonly string[]): boolean {
	const [head = "", ...inner] = before.filter((line) => line.trim() !== "");
	const name = declaredName(head);
	const depth = indentOf(head).length;
	const isOne = inner.every((line) => indentOf(line).length > depth || /^\s*[)\]}]/.test(line));
	return name !== undefined && isOne && code.some((line) => declaredName(line) === name);
}

/** Returns whether one line may be a new version of another: they have words in common, or only signs. */
export function areAlike(one = "", other = ""): boolean {
	if (one === other) return true;
	const [words, others] = [wordsOf(one), wordsOf(other)];
	if (words.size === 0 && others.size === 0) return one[0] === other[0];
	const common = [...words].filter((word) => others.has(word)).length;
	return common > 0 && common >= Math.min(words.size, others.size) * shareOfWords;
}

function wordsOf(line: string): ReadonlySet<string> {
	return new Set(line.match(/[\p{L}\p{N}_$]+/gu) ?? []);
}

/** Returns whether the last line that is no comment is the head of a block, whose body is missing. */
function endsInHead(lines: readonly string[]): boolean {
	let quoted = false;
	let last = "";
	for (const line of lines) {
		const quotes = line.match(/"""|'''/g)?.length ?? 0;
		const isText = quoted || /^[rRuUbB]?(?:"""|''')/.test(line) || line.startsWith("#");
		if (quotes % 2 === 1) quoted = !quoted;
		if (!isText) last = line;
	}
	return endsInColon(last);
}

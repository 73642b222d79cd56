import * as l10n from "@vscode/l10n";
import { indentOf } from "../text/indentation";
import { declaredName, firstLine, isDistinctive, lastLine, withoutBlankEnds } from "../text/lineMatch";
import type { Refusal } from "../text/replacements";

/**
 * Returns the code of an answer that has no fences, without the paragraphs of prose around it; a refusal unless the
 * code is complete and contains no sentences.
 *
 * @param before the lines that it replaces.
 */
export function unfencedCode(answer: readonly string[], before: readonly string[]): readonly string[] | Refusal {
	const known = new Set(before.map((line) => line.trim()));
	const speaks = (line: string) => !known.has(line.trim()) && looksLikeProse(line);
	const code = withoutProse(
		withoutBlankEnds(answer),
		(line) => speaks(line) && /[.:!?)]$/.test(line.trim()) && !/^[#>-]/.test(line),
	);
	const [first = ""] = code;
	const begins = (known.has(first.trim()) && isDistinctive(first)) || looksLikeCode(first);
	// The gateway reported a complete answer, and nothing else contradicts it: the last line may be changed, or new.
	const own = new Set(code.map((line) => line.trim()));
	const isLast = (line: string, last: string) =>
		line === last || (own.has(last) && looksLikeCode(line)) || isNewVersion(line, last);
	if (begins && isWholeCode(code, before, isLast) && !code.some(speaks)) return code;
	const mayBeCode = (line: string) => looksLikeCode(line) || (known.has(line.trim()) && isDistinctive(line));
	if (!answer.some(mayBeCode)) {
		return { refused: l10n.t("The answer contains no code. Nothing was changed: try again.") };
	}
	return { refused: l10n.t("It is unclear which part of the answer is code. Nothing was changed: try again.") };
}

/**
 * Returns whether code is not cut off: it keeps the outer declarations, ends with the last of the replaced lines,
 * indented as much relative to the first, and leaves as many brackets open.
 *
 * @param isLast returns whether a line can replace the last one.
 */
export function isWholeCode(
	code: readonly string[],
	before: readonly string[],
	isLast = (line: string, last: string) => line === last,
): boolean {
	const [last, own] = [lastLine(before), lastLine(code)];
	if (last === undefined || own === undefined) return false;
	if (!isLast(own.trim(), last.trim())) return false;
	const names = new Set(code.map(declaredName));
	const outer = indentOf(firstLine(before) ?? "").length;
	const isLost = (line: string) => declaredName(line) !== undefined && !names.has(declaredName(line));
	if (before.some((line) => indentOf(line).length <= outer && isLost(line))) return false;
	const depth = (lines: readonly string[], line: string) =>
		indentOf(line).length - indentOf(firstLine(lines) ?? "").length;
	return depth(code, own) === depth(before, last) && openBrackets(code) === openBrackets(before);
}

/** Returns whether a line is the new version of another: they begin and end alike, with at least half of their text. */
function isNewVersion(line: string, last: string): boolean {
	const most = Math.min(line.length, last.length);
	let head = 0;
	while (head < most && line[head] === last[head]) head++;
	let tail = 0;
	while (tail < most - head && line.at(-1 - tail) === last.at(-1 - tail)) tail++;
	const isWord = (text: string) => /[\p{L}\p{N}]$/u.test(text);
	const endsAlike = tail > 0 || (isWord(line) && isWord(last));
	return endsAlike && (head + tail) * 2 >= Math.max(line.length, last.length);
}

function openBrackets(lines: readonly string[]): number {
	const text = lines.join("");
	return (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
}

/** Removes the first and the last paragraphs that are prose. */
function withoutProse(lines: readonly string[], speaks: (line: string) => boolean): readonly string[] {
	const isBlank = (line: string) => line.trim() === "";
	let [from, to] = [0, lines.length];
	for (let at = from; at < to && !isBlank(lines[at] ?? ""); at++) {
		if (!speaks(lines[at] ?? "")) break;
		if (isBlank(lines[at + 1] ?? "")) from = at + 2;
	}
	for (let at = to - 1; at > from && !isBlank(lines[at] ?? ""); at--) {
		if (!speaks(lines[at] ?? "")) break;
		if (isBlank(lines[at - 1] ?? "")) to = at - 1;
	}
	return withoutBlankEnds(lines.slice(from, to));
}

function looksLikeCode(line: string): boolean {
	return (
		/[(){}[\];=<>:]|^\s*(?:\/\/|#|\*|\/\*|--|@|return\b|end\b|break\b|pass\b|import\b|export\b)/.test(line) &&
		!looksLikeProse(line)
	);
}

/** Returns whether a line consists of words with spaces between them, like a sentence; comments do not count. */
function looksLikeProse(line: string): boolean {
	const text = line.trim();
	if (/^(?:\/\/|#(?!#* [A-Z])|\*|\/\*|--|<!--|;|%|"""|''')/.test(text)) return false;
	if (
		/^(?:sure|certainly|of course|here(?:'s| is| are)|note|this (?:code|function|change|version)|i(?:'ve| have)|the (?:above|following|code|function))\b/i.test(
			text,
		)
	)
		return true;
	if (/^(?:[-*+]|\d+[.)])\s+\S+ \S+/.test(text) || /^#{1,6} /.test(text)) return true;
	return /^[A-Z]?[a-z']+(?:,? [\w'`"-]+){3,}[,.:!?]?/.test(text) && !/[;{}=]|\)\s*:?$/.test(text);
}

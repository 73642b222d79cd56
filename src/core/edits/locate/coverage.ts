import { codeLines, openBrackets } from "../text/brackets";
import { type Hunk, hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { declaredName, endsInColon, firstLine, isDistinctive, lineWords } from "../text/lineMatch";
import { declarationHead } from "./declarationHead";
import { texts } from "./insertion";
import { losesEnd } from "./losesEnd";
import { skipsHolder } from "./skipsHolder";

/** Matches the beginning of a comment, or of a line in one. */
export const comment = /^\s*(?:\/\/|\/\*(?!.*\*\/\s*\S)|\*|#\s|"""|<!--)/;
/** Matches a sentence that consists of words only. */
const sentence = /^\p{Lu}[\p{L}'’]*(?:,? [\p{L}'’-]+)+[.!]$/u;
/** Matches an instruction for a tool in a comment, such as `eslint-disable` or `swiftlint:disable`. */
const directive = /\w:\w|\w-(?:disable|ignore)\b|@ts-|\bno(?:qa|lint)\b/;
/** Minimum share of the words of one line that another one must have to be its new version. */
const shareOfWords = 0.5;
/** Minimum share of a line's words that code must contain, anywhere, so that the line does not count as missing. */
const shareKept = 0.7;
/** Minimum number of words that show what a line declares. */
const fewestWords = 3;
/** Maximum ratio of a block's lines to the lines that it contained: the others opened and closed it. */
const mostUnwrapped = 3;
/** Maximum number of lines of a short selection. */
const fewLines = 3;
/** Keywords of programming languages, which do not show the purpose of a line. */
export const keywords: ReadonlySet<string> = new Set(
	"import from export public private protected static final const let var class return if else for new async await def function func fun as in".split(
		" ",
	),
);
/** Languages in which a line with a colon at its end needs a body. */
const colons = new Set(["python"]);

/**
 * Returns whether code is a new version of all lines that it replaces, not only of some of them: if an answer contains
 * only the changed lines, the others would be lost.
 */
export function coversAll(code: readonly string[], before: readonly string[], languageId: string): boolean {
	const [now, old] = [trimmed(code), trimmed(before)];
	if (old.length === 0) return true;
	if (skipsHolder(code, before, languageId)) return false;
	// A line of text is a paragraph, which a new version may change as a whole.
	if (texts.has(languageId) && now.length * 2 >= old.length && !isOtherText(now, old)) return true;
	if (colons.has(languageId) && endsInHead(now) && !endsInHead(old)) return false;
	if (isHeadOnly(code, before)) return false;
	if (isRemark(code, before, languageId)) return false;
	const common = commonWords(old);
	const ignored = new Set([...keywords, ...common]);
	const begins = areAlike(old[0], now[0], ignored);
	const ends = areAlike(old.at(-1), now.at(-1), ignored);
	// If there are few lines, models write all of them; or, if these are several statements, only those that change.
	const statements = old.filter((line) => !comment.test(line));
	if (old.length <= fewLines && now.length >= old.length - 1)
		return (
			now.length >= old.length ||
			begins === ends ||
			!isFlat(before) ||
			keepsWords(now, statements.length > 0 ? statements : old, ignored)
		);
	const versions = old.filter((line, at) => isDistinctive(line) && areAlike(line, now[at], keywords)).length;
	if (now.length === old.length && versions * 2 >= old.length) return true;
	const hunks = hunksBetween(old, now);
	if (losesEnd(code, before, hunks, new Set(common.filter((word) => !keywords.has(word))))) return false;
	const gone = new Set(hunks.flatMap(({ start, removed }) => Array.from({ length: removed }, (_, at) => start + at)));
	// An empty line of a comment does not count.
	const kept = old.filter((line, at) => !gone.has(at) && /[^*/#\s-]|\*\//.test(line));
	const same = kept.length;
	const isHalf = now.length * 2 >= old.length;
	if (keepsWords(now, old, ignored)) return true;
	if (!kept.some(isDistinctive) && isOtherDeclaration(now, old)) return false;
	if (same === 0) {
		const isComment = [...old, ...now].every((line) => comment.test(line));
		if (begins && (isComment ? ends : old.at(-1) === now.at(-1)) && isHalf) return true;
		// No bracket shows where a body ends if it is only indented.
		const isDeclaration = (isHalf || !colons.has(languageId)) && isSameDeclaration(code, before);
		return isNewVersion(now, old) || isDeclaration || (begins && isStatement(before, languageId));
	}
	const [first, last] = [hunks[0], hunks.at(-1)];
	// Code that consists of unchanged lines is not just a list of the changed ones.
	if (begins && ends && (old[0] === now[0] || isHalf || same * 2 > now.length)) return true;
	// Lines that are absent at the beginning or end may have been left out by mistake; in the middle, they were removed.
	const isCut = [
		first?.start === 0 && first.added.length === 0,
		last !== undefined && last.start + last.removed === old.length && last.added.length === 0,
	];
	const isWhole = ({ removed, added }: Hunk | undefined = { start: 0, removed: 0, added: [] }) =>
		added.length >= removed;
	const hasEnd = (!isCut[0] && (begins || isWhole(first))) || (!isCut[1] && (ends || isWhole(last)));
	if (kept.some(isDistinctive) && (!isCut.includes(true) || (isHalf && hasEnd))) return true;
	if (!begins && outerCount(code) < outerCount(before)) return false;
	if (!begins && !ends) return keepsDeclaration(code, before) && same * 2 >= old.length && now.length >= old.length;
	const lost = begins
		? last && last.start + last.removed === old.length
			? last.removed - last.added.length
			: 0
		: first?.start === 0
			? first.removed - first.added.length
			: 0;
	return lost <= 0 || isHalf;
}

/**
 * Returns whether text begins and ends unlike the lines that it replaces, and has fewer lines, or few of their words.
 */
function isOtherText(now: readonly string[], old: readonly string[]): boolean {
	if (old.length <= fewLines || areAlike(old[0], now[0]) || areAlike(old.at(-1), now.at(-1))) return false;
	return now.length < old.length || !keepsWords(now, [old.join(" ")], new Set(), shareOfWords);
}

/**
 * Returns whether code can only be an inner part of the lines that it would replace. If it begins with another line, it
 * is indented more than all of them, or has other unmatched brackets than they have; if it begins with the same line,
 * it is shorter and that line is indented more.
 *
 * @param written the same code before its indentation was matched and elided lines were restored.
 */
export function isInnerPart(
	code: readonly string[],
	written: readonly string[],
	before: readonly string[],
	languageId: string,
): boolean {
	const [first, other] = [firstLine(code)?.trim(), firstLine(before)?.trim()];
	if (first === undefined || other === undefined || texts.has(languageId)) return false;
	if (first === other) return trimmed(code).length < trimmed(before).length && beginDepth(written) > beginDepth(before);
	return depthOf(written) > depthOf(before) || signsOf(code, languageId) !== signsOf(before, languageId);
}

/** Returns the indentation of the first line, in characters. */
function beginDepth(lines: readonly string[]): number {
	return indentOf(firstLine(lines) ?? "").length;
}

/** Returns the least indentation of lines, in characters. */
function depthOf(lines: readonly string[]): number {
	return lines.reduce(
		(least, line) => (line.trim() === "" ? least : Math.min(least, indentOf(line).length)),
		Number.POSITIVE_INFINITY,
	);
}

/** Returns the names that the outermost lines declare. */
function outerNames(lines: readonly string[]): readonly string[] {
	const depth = depthOf(lines);
	return lines.flatMap((line) => (indentOf(line).length > depth ? [] : (declaredName(line) ?? [])));
}

/** Returns the number of functions and types that the outermost lines declare. */
function outerCount(lines: readonly string[]): number {
	const depth = depthOf(lines);
	const isOuter = (line: string) => indentOf(line).length <= depth && declaredName(line) !== undefined;
	return lines.filter((line) => isOuter(line) && declarationHead(line)?.kind !== "value").length;
}

/** Returns whether code has the first declaration of the lines that it replaces, or most of several outermost ones. */
function keepsDeclaration(code: readonly string[], before: readonly string[]): boolean {
	const declared = new Set(code.map(declaredName));
	const outer = outerNames(before);
	const kept = outer.filter((name) => declared.has(name)).length;
	if (outer.length > 2 && kept * 2 > outer.length) return true;
	const name = before.map(declaredName).find((name) => name !== undefined);
	return name === undefined || declared.has(name);
}

const lists = /^\s*(?:import|use|(?:export\s+)?(?:declare\s+)?type|export\s*\{)\b/;

/** Returns whether lines are one statement, in brackets that its first line opens. */
function isStatement(lines: readonly string[], languageId: string): boolean {
	const open: string[] = [];
	const filled = lines.filter((line) => line.trim() !== "");
	// The braces of imports and types enclose no statements.
	const inside = lists.test(filled[0] ?? "") ? /[([{]/ : /[([]/;
	return filled.every((line, at) => {
		const continues = at === 0 || inside.test(open.at(-1) ?? "");
		for (const { sign } of openBrackets([line], languageId)) {
			if (/[)\]}]/.test(sign)) open.pop();
			else open.push(sign);
		}
		return continues;
	});
}

/** Returns the words that every one of several lines has: they do not make one line a version of another. */
export function commonWords(lines: readonly string[]): readonly string[] {
	const counts = new Map<string, number>();
	for (const line of lines) for (const word of lineWords(line)) counts.set(word, (counts.get(word) ?? 0) + 1);
	return lines.length <= fewLines
		? []
		: [...counts].filter(([, count]) => count === lines.length).map(([word]) => word);
}

/**
 * Returns whether code is what a block contained: its known lines are indented less than they were.
 *
 * @param code as it is written, before its indentation was matched.
 */
export function isUnwrapped(code: readonly string[], before: readonly string[]): boolean {
	const depths = new Map(before.map((line) => [line.trim(), indentOf(line).length]));
	const own = code.filter(isDistinctive);
	const known = own.filter((line) => depths.has(line.trim()));
	const isLess = (line: string) => indentOf(line).length < (depths.get(line.trim()) ?? 0);
	const isMost = trimmed(code).length * mostUnwrapped >= trimmed(before).length && known.length * 2 >= own.length;
	return isMost && known.length > 0 && depthOf(code) === depthOf(before) && known.every(isLess);
}

/** Returns whether lines have the same indentation, so that none of them continues another. */
function isFlat(lines: readonly string[]): boolean {
	return new Set(lines.filter((line) => line.trim() !== "").map(indentOf)).size === 1;
}

/** Returns whether code consists only of comments or sentences about the code that it would replace. */
function isRemark(code: readonly string[], before: readonly string[], languageId: string): boolean {
	const [now, old] = [trimmed(code), trimmed(before)];
	if (now.every((line) => sentence.test(line)) && !old.some((line) => sentence.test(line))) return true;
	if (old.every((line) => comment.test(line)) || codeLines(before, languageId).length === 0) return false;
	if (now.some((line) => directive.test(line))) return false;
	return codeLines(code, languageId).length === 0 && !keepsWords(now, old);
}

/**
 * Returns whether code is only a version of the first line that it would replace, and has nothing of the lines below.
 */
function isHeadOnly(code: readonly string[], before: readonly string[]): boolean {
	const [own, old] = [code, before].map((lines) => lines.filter((line) => line.trim() !== "" && !comment.test(line)));
	const [line, ...more] = own ?? [];
	const [head = "", ...body] = old ?? [];
	const depth = indentOf(head).length;
	if (line === undefined || more.length > 0 || body.length === 0) return false;
	if (body.some((inner) => indentOf(inner).length <= depth && !/^\s*[)\]}>]/.test(inner))) return false;
	const known = lineWords(head);
	const inner = new Set(body.flatMap((line) => [...lineWords(line)]).filter((word) => !known.has(word)));
	return areAlike(head, line, keywords) && ![...lineWords(line)].some((word) => inner.has(word));
}

function trimmed(lines: readonly string[]): readonly string[] {
	return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** Returns whether all these lines have new versions in code that contains none of them unchanged. */
function isNewVersion(code: readonly string[], before: readonly string[]): boolean {
	return before.length === 1 || hasVersions(code, before);
}

/**
 * Returns whether each of these lines has a new version of its own in the code, in the same order.
 *
 * @param ignored words that do not count.
 */
export function hasVersions(code: readonly string[], before: readonly string[], ignored = keywords): boolean {
	if (code.length < before.length) return false;
	const own = code.map((line) => lineWords(line, ignored));
	let at = 0;
	return before.every((line) => {
		const words = lineWords(line, ignored);
		while (at < code.length && !haveCommon(line, words, code[at], own[at])) at++;
		return at++ < code.length;
	});
}

/**
 * Returns whether code has most words of each line that it replaces, wherever they are.
 *
 * @param ignored words that do not count.
 * @param share the minimum share of the words of a line.
 */
export function keepsWords(
	code: readonly string[],
	before: readonly string[],
	ignored = keywords,
	share = shareKept,
): boolean {
	const words = new Set(code.flatMap((line) => [...lineWords(line, ignored)]));
	return before.every((line) => {
		const own = [...lineWords(line, ignored)];
		return own.filter((word) => words.has(word)).length >= own.length * share;
	});
}

/**
 * Returns whether code without any distinctive line of those that it replaces is another declaration: it has no words
 * of their first line, or documents another name.
 */
function isOtherDeclaration(now: readonly string[], old: readonly string[]): boolean {
	const head = lineWords(old.find((line) => !comment.test(line)) ?? "", keywords);
	const words = lineWords(now.join(" "));
	const kept = [...head].filter((word) => words.has(word)).length;
	const areDocumented = [old, now].every(([first = ""]) => comment.test(first));
	const [name] = head;
	const isOther = head.size >= fewestWords && kept === 0;
	return isOther || (areDocumented && name !== undefined && !words.has(name));
}

/** Returns whether the lines that code replaces are a single declaration, and the code declares the same name. */
function isSameDeclaration(code: readonly string[], before: readonly string[]): boolean {
	const [head = "", ...inner] = before.filter((line) => line.trim() !== "");
	const name = declaredName(head);
	const depth = indentOf(head).length;
	const isOne = inner.every((line) => indentOf(line).length > depth || /^\s*[)\]}>]/.test(line));
	return name !== undefined && isOne && code.some((line) => declaredName(line) === name);
}

/**
 * Returns whether one line may be a new version of another: they have words in common, or consist only of signs.
 *
 * @param ignored words that do not count.
 */
export function areAlike(one = "", other = "", ignored?: ReadonlySet<string>): boolean {
	return one === other || haveCommon(one, lineWords(one, ignored), other, lineWords(other, ignored));
}

/** Returns whether lines with these words may be versions of each other. */
function haveCommon(
	one: string,
	words: ReadonlySet<string>,
	other = "",
	others: ReadonlySet<string> = new Set(),
): boolean {
	if (one === other) return true;
	if (words.size === 0 && others.size === 0) return one[0] === other[0];
	const [fewer, more] = words.size < others.size ? [words, others] : [others, words];
	const common = [...fewer].filter((word) => more.has(word)).length;
	return common > 0 && common >= fewer.size * shareOfWords;
}

/** Returns whether the last line that is not a comment is the head of a block whose body is missing. */
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

/** Returns the brackets of code that have no counterpart; an empty text for running text. */
export function signsOf(lines: readonly string[], languageId: string): string {
	if (texts.has(languageId)) return "";
	return openBrackets(lines, languageId)
		.map(({ sign }) => sign)
		.join(" ");
}

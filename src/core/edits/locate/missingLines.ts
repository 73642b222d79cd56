import { limits } from "../../../shared/untrusted/limits";
import { splitLines } from "../../base/splitLines";
import { type Hunk, hunksBetween } from "../text/hunks";
import { isDistinctive, lineWords } from "../text/lineMatch";
import { areAlike, comment, commonWords, hasVersions, keepsWords, keywords } from "./coverage";
import { resolveElisions } from "./elisions";

/** Matches the lines that import something. */
export const imports = /^(?:import|from|use|using|#\s*include|require|(?:const|var) .*= require)\b/;
/** Matches the beginning of a statement that checks something. */
const check = /^(?:if|unless|guard|assert|require)\b/;

/** Maximum number of lines of a declaration in which all but the first may be new. */
const fewLines = 6;
/** Matches the first line of lists, objects and types: they consist of parts, and cannot be written more briefly. */
const holdsParts = /=\s*[[{(]$|\b(?:struct|enum|interface|type|record)\b/;
/** Maximum number of lines that become one line of their new version, on average. */
const mostJoined = 2;
/** Minimum number of words for comparing a body. */
const fewWords = 4;
/** Minimum share of the words of a declaration's body that its new version has. */
const shareKept = 0.5;

/**
 * Returns whether code lacks lines between two that it has: nothing shows whether they are to be removed, or were only
 * left out. In a declaration, as many other lines may replace them; elsewhere, only new versions of them may.
 */
export function dropsLines(code: readonly string[], before: readonly string[], isDeclaration: boolean): boolean {
	const resolved = resolveElisions(code, before);
	if (resolved === undefined) return true;
	const [old, now] = [distinctive(before), distinctive(resolved)];
	const hunks = hunksBetween(old, now);
	const same = old.length - hunks.reduce((sum, { removed }) => sum + removed, 0);
	// In a declaration, all lines but the first may be new.
	if (isDeclaration && same <= 1) {
		const isShorter = old.length > now.length;
		const most = isShorter ? fewLines - 1 : fewLines;
		if (old.length > most && !hasVersions(now, old) && !keepsWords(now, old)) return true;
		const kept = isShorter ? withoutTexts(old) : old;
		const isPartial = isShorter && (holdsParts.test(old[0] ?? "") || now.length * 2 < kept.length);
		return isPartial || losesBody(now, kept) || lacksCheck(now, old);
	}
	const common = importWords(old, hunks);
	return hunks.some((hunk) => leavesGap(hunk, old, common, isDeclaration));
}

/** Returns whether code continues after its first line with later lines, without those between them. */
export function skipsAhead(code: readonly string[], before: readonly string[]): boolean {
	const old = distinctive(before);
	const [first] = hunksBetween(old, distinctive(code));
	return first !== undefined && first.start <= 1 && leavesGap(first, old, new Set(), true);
}

/**
 * Returns whether code lacks a comment of several lines, and has nothing in its place but imports: models leave out what
 * they do not change.
 */
export function losesComment(code: readonly string[], before: readonly string[]): boolean {
	const old = distinctive(before);
	return hunksBetween(old, distinctive(code)).some(({ start, removed, added }) => {
		const gone = old.slice(start, start + removed);
		const others = gone.filter((line) => !comment.test(line));
		return gone.length - others.length > 1 && [...others, ...added].every((line) => imports.test(line));
	});
}

function distinctive(lines: readonly string[]): readonly string[] {
	return lines.map((line) => line.trim()).filter(isDistinctive);
}

/** Returns lines without Python's docstrings, which shorter code may omit. */
function withoutTexts(lines: readonly string[]): readonly string[] {
	const outside = lines.join("\n").split(/"""|'''/);
	return splitLines(outside.filter((_, at) => at % 2 === 0).join(""));
}

/** Returns whether code has less than half of the words of a declaration's body: it may continue or precede that body. */
function losesBody([, ...now]: readonly string[], [head = "", ...body]: readonly string[]): boolean {
	const ignored = new Set([...keywords, ...lineWords(head)]);
	const words = [...lineWords(body.join(" "), ignored)];
	const own = lineWords(now.join(" "));
	return words.length >= fewWords && words.filter((word) => own.has(word)).length < words.length * shareKept;
}

/** Returns whether code lacks the check that the body of a declaration begins with. */
function lacksCheck(now: readonly string[], old: readonly string[]): boolean {
	const first = old[1];
	return (
		first !== undefined && check.test(first) && !now.some((line) => check.test(line) && hasVersions([line], [first]))
	);
}

/** Returns the words of the imports that stay: imports that replace others contain most of these words, too. */
function importWords(old: readonly string[], hunks: readonly Hunk[]): ReadonlySet<string> {
	const gone = new Set(hunks.flatMap(({ start, removed }) => Array.from({ length: removed }, (_, at) => start + at)));
	return lineWords(old.filter((line, at) => imports.test(line) && !gone.has(at)).join(" "));
}

/**
 * Returns whether lines are missing where a hunk of the distinctive lines removes some.
 *
 * @param common words that do not make one import a new version of another.
 */
function leavesGap(
	{ start, removed, added }: Hunk,
	old: readonly string[],
	common: ReadonlySet<string>,
	isDeclaration: boolean,
): boolean {
	// The lines after the first one are left out most often.
	const isBeginning = start <= 1;
	if (removed === 0) return false;
	if (removed > added.length) return true;
	if (removed * added.length > limits.lineComparisons) return true;
	const gone = old.slice(start, start + removed);
	if (isDeclaration && isBeginning) return !areAlike(gone[0], added[0], keywords) || !hasVersions(added, gone);
	if (isDeclaration) return isPart(added, gone);
	// Words that neighbouring lines have, too, as in a list, do not make a line a version of another.
	const beside = removed > 1 ? lineWords([old[start - 1], old[start + removed]].join(" ")) : undefined;
	const isVersion = (line: string, old: string) =>
		imports.test(old) ? keepsWords([line], [old], common) : areAlike(old, line, beside);
	return !gone.every((line) => added.some((other) => isVersion(other, line)));
}

/**
 * Returns whether lines in the middle of a declaration are new versions of only some of the lines that they replace.
 */
function isPart(added: readonly string[], gone: readonly string[]): boolean {
	if (gone.length > added.length) {
		const areOld = gone.every((line) => added.some((other) => areAlike(line, other)));
		return !keepsWords(added, gone) && (!areOld || gone.length > added.length * mostJoined);
	}
	// Calls that differ in a few words are not versions of each other.
	const ignored = new Set([...keywords, ...commonWords(gone)]);
	const kept = gone.map((line) => added.some((other) => hasVersions([other], [line])));
	if (!kept.includes(true)) return false;
	return kept.includes(false) ? kept[0] !== kept.at(-1) : !hasVersions(added, gone, ignored);
}

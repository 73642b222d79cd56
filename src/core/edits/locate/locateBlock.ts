import { limits } from "../../../shared/untrusted/limits";
import { type Hunk, hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { declaredName, findRuns, firstLine, isDistinctive, lastLine } from "../text/lineMatch";
import { areAlike } from "./coverage";
import { declaredBlock, type LineRange } from "./declaredBlock";
import { resolveElisions } from "./elisions";
import { keepsMembers } from "./keepsMembers";

/** Matches lines that a new version of the whole document may omit. */
const imports = /^(?:import|from|use|using|#\s*include|require|(?:const|var) .*= require)\b/;

/** Minimum share of a document's distinctive lines that a new version of the whole must contain. */
const shareOfWhole = 0.6;

/**
 * Locates a code block of an answer in a document by its lines; returns `undefined` where this is not certain.
 *
 * @param lines the lines of the document.
 * @param languageId VS Code's language id.
 */
export function locateBlock(
	code: readonly string[],
	lines: readonly string[],
	languageId: string,
): LineRange | undefined {
	const whole = { start: 0, count: lines.length };
	if (lines.every((line) => line.trim() === "")) return whole;
	if (isWhole(code, lines)) return isComplete(code, lines) ? whole : undefined;
	const replaces = (place: LineRange | undefined, isDeclaration: boolean) => {
		const before = lines.slice(place?.start, (place?.start ?? 0) + (place?.count ?? 0));
		return place && isComplete(code, before) && !dropsLines(code, before, isDeclaration) ? place : undefined;
	};
	return replaces(declaredBlock(code, lines, languageId), true) ?? replaces(between(code, lines), false);
}

/**
 * Returns whether code lacks lines between two that it has: nothing shows whether they are to be removed, or were only
 * left out. In a declaration, others may come in their place; anywhere else, new versions of them only.
 */
function dropsLines(code: readonly string[], before: readonly string[], isDeclaration: boolean): boolean {
	const resolved = resolveElisions(code, before);
	if (resolved === undefined) return true;
	const [old, now] = [before, resolved].map((lines) => lines.map((line) => line.trim()).filter(isDistinctive));
	if (!old || !now) return true;
	const hunks = hunksBetween(old, now);
	const same = old.length - hunks.reduce((sum, { removed }) => sum + removed, 0);
	// Of a declaration, all but its first line may be new.
	if (isDeclaration && same <= 1) return old.length > now.length * 2 && old.length > 10;
	return hunks.some((hunk) => leavesGap(hunk, old, isDeclaration));
}

/** Returns whether lines are missing where a hunk of the distinctive lines removes some. */
function leavesGap({ start, removed, added }: Hunk, old: readonly string[], isDeclaration: boolean): boolean {
	if (removed <= added.length && isDeclaration) return false;
	const gone = old.slice(start, start + removed);
	// What follows a declaration's first line is what is left out most.
	if (removed > added.length && (!isDeclaration || start <= 1)) return true;
	if (removed * added.length > limits.lineComparisons) return true;
	return !gone.every((line) => added.some((other) => areAlike(line, other)));
}

/** Returns whether the code contains the members of what it replaces, or marks what it leaves out. */
function isComplete(code: readonly string[], before: readonly string[]): boolean {
	return resolveElisions(code, before) !== code || keepsMembers(code, before);
}

/**
 * Returns whether the code is a new version of the whole document: it begins alike, and declares everything that the
 * document does.
 */
function isWhole(code: readonly string[], lines: readonly string[]): boolean {
	const same = (one: string | undefined, other: string | undefined) => one?.trim() === other?.trim();
	const begins = same(firstLine(code), firstLine(lines));
	const ends = same(lastLine(code), lastLine(lines));
	const resolved = resolveElisions(code, lines);
	if (resolved !== code) return resolved !== undefined && (begins || resolved.at(0) === lines.at(0)) && ends;
	const has = new Set(code.map((line) => line.trim()));
	const word = (line: string | undefined) => /^\s*\S+/.exec(line ?? "")?.[0];
	if (lines.some((line) => indentOf(line) === "" && declaredName(line) !== undefined)) {
		const [declares, declared] = [countsOf(code.map(declaredName)), countsOf(lines.map(declaredName))];
		const isDeclared = (name = "") => (declares.get(name) ?? 0) >= (declared.get(name) ?? 1);
		const kept = (line: string) => has.has(line.trim()) || imports.test(line) || isDeclared(declaredName(line));
		const top = lines.filter((line) => indentOf(line) === "" && isDistinctive(line));
		return word(firstLine(code)) === word(firstLine(lines)) && top.every(kept) && keepsImports(code, lines);
	}
	const distinctive = lines.filter(isDistinctive);
	return (
		begins && ends && distinctive.filter((line) => has.has(line.trim())).length >= distinctive.length * shareOfWhole
	);
}

function countsOf(names: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
	const counts = new Map<string | undefined, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/** Returns whether code has most imports of a document, or as many others: an import may also be meant for a single function. */
function keepsImports(code: readonly string[], lines: readonly string[]): boolean {
	const [now, old] = [code, lines].map((some) => new Set(some.filter((line) => imports.test(line))));
	if (!now || !old) return true;
	const kept = [...old].filter((line) => now.has(line)).length;
	return kept * 2 >= old.size || now.size >= old.size;
}

/**
 * Returns the lines from the code's first line to its last, if the document contains each exactly once and in this
 * order.
 */
function between(code: readonly string[], lines: readonly string[]): LineRange | undefined {
	const once = (line: string | undefined) => {
		if (line === undefined || !isDistinctive(line)) return undefined;
		const trimmed = lines.map((other) => other.trim());
		const [at, ...more] = findRuns(trimmed, [line.trim()]);
		return more.length > 0 ? undefined : at;
	};
	const start = once(firstLine(code));
	const end = once(lastLine(code));
	return start !== undefined && end !== undefined && end > start ? { start, count: end - start + 1 } : undefined;
}

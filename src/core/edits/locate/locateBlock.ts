import { indentOf } from "../text/indentation";
import { declaredName, findRuns, firstLine, isDistinctive, lastLine } from "../text/lineMatch";
import { declaredBlock, type LineRange } from "./declaredBlock";
import { resolveElisions } from "./elisions";
import { keepsMembers } from "./keepsMembers";
import { dropsLines, imports, losesComment, skipsAhead } from "./missingLines";

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
		// A new version of the whole document may omit imports.
		const kept = (line: string) => has.has(line.trim()) || imports.test(line) || isDeclared(declaredName(line));
		const top = lines.filter((line) => indentOf(line) === "" && isDistinctive(line));
		return (
			word(firstLine(code)) === word(firstLine(lines)) &&
			top.every(kept) &&
			keepsImports(code, lines) &&
			!losesComment(code, lines)
		);
	}
	const distinctive = lines.filter(isDistinctive);
	const kept = distinctive.filter((line) => has.has(line.trim())).length;
	return begins && ends && kept >= distinctive.length * shareOfWhole && !skipsAhead(code, lines);
}

function countsOf(names: readonly (string | undefined)[]): ReadonlyMap<string | undefined, number> {
	const counts = new Map<string | undefined, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}

/**
 * Returns whether code keeps at least half of a document's imports, or has as many: a few imports may be meant for a
 * single function.
 */
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

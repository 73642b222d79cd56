import { indentOf } from "../text/indentation";
import { declaredName, findRuns, firstLine, isDistinctive, lastLine } from "../text/lineMatch";
import { resolveElisions } from "./elisions";
import { keepsMembers } from "./keepsMembers";

/** A range of lines of a document. */
export interface LineRange {
	/** Counted from 0. */
	readonly start: number;
	readonly count: number;
}

/** Matches lines directly above a declaration that belong to it. */
const belongs = /^\s*(?:\/\/|\/\*|\*|#(?!\s*(?:include|define|if|endif|pragma))|--|@|\[[A-Z]|"""|''')/;
/** Matches the beginning of the line that closes a block. */
const closing = /^\s*(?:[}\])]|end\b|fi\b|done\b|esac\b)/;

/** Matches lines that a new version of the whole document may omit. */
const imports = /^(?:import|from|use|using|#\s*include|require|(?:const|var) .*= require)\b/;

/** Minimum share of a document's distinctive lines that a new version of the whole must contain. */
const shareOfWhole = 0.6;

/**
 * Locates a code block of an answer in a document by its lines; returns `undefined` where this is not certain.
 *
 * @param lines the lines of the document.
 */
export function locateBlock(code: readonly string[], lines: readonly string[]): LineRange | undefined {
	const whole = { start: 0, count: lines.length };
	if (lines.every((line) => line.trim() === "")) return whole;
	const place = isWhole(code, lines) ? whole : (declared(code, lines) ?? between(code, lines));
	return place && isComplete(code, lines.slice(place.start, place.start + place.count)) ? place : undefined;
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
		const declares = new Set(code.map(declaredName));
		const kept = (line: string) => has.has(line.trim()) || imports.test(line) || declares.has(declaredName(line) ?? "");
		const top = lines.filter((line) => indentOf(line) === "" && isDistinctive(line));
		return word(firstLine(code)) === word(firstLine(lines)) && top.every(kept);
	}
	const distinctive = lines.filter(isDistinctive);
	return (
		begins && ends && distinctive.filter((line) => has.has(line.trim())).length >= distinctive.length * shareOfWhole
	);
}

/**
 * Returns the lines of the declaration that the code replaces, with the lines above that belong to it, if the document
 * has exactly one of that name.
 */
function declared(code: readonly string[], lines: readonly string[]): LineRange | undefined {
	const head = code.findIndex((line) => line.trim() !== "" && !belongs.test(line));
	const name = declaredName(code[head] ?? "");
	// Several declarations would need several places.
	if (name === undefined || blockEnd(code, head) < lastIndex(code)) return undefined;
	const [start, ...more] = lines.flatMap((line, at) => (declaredName(line) === name ? [at] : []));
	if (start === undefined || more.length > 0) return undefined;
	let first = start;
	const hasAbove = code.slice(0, head).some((line) => line.trim() !== "");
	while (hasAbove && first > 0 && belongs.test(lines[first - 1] ?? "")) first--;
	return { start: first, count: blockEnd(lines, start) - first + 1 };
}

/** Returns the last line of the block that a line begins: deeper lines, and the line that closes it. */
function blockEnd(lines: readonly string[], start: number): number {
	const depth = indentOf(lines[start] ?? "").length;
	let end = start;
	for (let at = start + 1; at < lines.length; at++) {
		const line = lines[at] ?? "";
		if (line.trim() === "") continue;
		const deeper = indentOf(line).length > depth;
		const closes = indentOf(line).length === depth && closing.test(line);
		if (!deeper && !closes) break;
		end = at;
		// `} else {` and `) {` close one part and open the next.
		if (closes && !/[{([:]\s*$/.test(line)) break;
	}
	return end;
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

function lastIndex(lines: readonly string[]): number {
	return lines.findLastIndex((line) => line.trim() !== "");
}

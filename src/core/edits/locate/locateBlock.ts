import { limits } from "../../../shared/untrusted/limits";
import { hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { declaredName, findRuns, firstLine, isDistinctive, lastLine } from "../text/lineMatch";
import { areAlike } from "./coverage";
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
	if (isWhole(code, lines)) return isComplete(code, lines) ? whole : undefined;
	const declaration = declared(code, lines);
	const place = declaration ?? between(code, lines);
	const before = lines.slice(place?.start, (place?.start ?? 0) + (place?.count ?? 0));
	return place && isComplete(code, before) && !dropsLines(code, before, declaration !== undefined) ? place : undefined;
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
	if (isDeclaration && same <= 1) return false;
	return hunks.some(({ start, removed, added }) => {
		if (removed <= added.length && isDeclaration) return false;
		// What follows a declaration's first line is what is left out most.
		if (removed > added.length && (!isDeclaration || start <= 1)) return true;
		if (removed * added.length > limits.lineComparisons) return true;
		return !old.slice(start, start + removed).every((line) => added.some((other) => areAlike(line, other)));
	});
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
		return word(firstLine(code)) === word(firstLine(lines)) && top.every(kept) && keepsImports(code, lines);
	}
	const distinctive = lines.filter(isDistinctive);
	return (
		begins && ends && distinctive.filter((line) => has.has(line.trim())).length >= distinctive.length * shareOfWhole
	);
}

/** Returns whether code has most imports of a document, or as many others: an import may also be meant for a single function. */
function keepsImports(code: readonly string[], lines: readonly string[]): boolean {
	const [now, old] = [code, lines].map((some) => new Set(some.filter((line) => imports.test(line))));
	if (!now || !old) return true;
	const kept = [...old].filter((line) => now.has(line)).length;
	return kept * 2 >= old.size || now.size >= old.size;
}

/**
 * Returns the lines of the declaration that the code replaces, with the lines above that belong to it, if the document
 * has exactly one with that first line, or else of that name.
 */
function declared(code: readonly string[], lines: readonly string[]): LineRange | undefined {
	const head = code.findIndex((line) => line.trim() !== "" && !belongs.test(line));
	const text = code[head] ?? "";
	const name = calledName(text);
	// Several declarations would need several places.
	if (name === undefined || blockEnd(code, head) < lastIndex(code)) return undefined;
	const start = declarationOf(name, text, lines);
	if (start === undefined) return undefined;
	let first = start;
	const hasAbove = code.slice(0, head).some((line) => line.trim() !== "");
	while (hasAbove && first > 0 && belongs.test(lines[first - 1] ?? "")) first--;
	return { start: first, count: blockEnd(lines, start) - first + 1 };
}

/** Returns the only line that declares a name: with the same parameters, as of overloads, or else with a body. */
function declarationOf(name: string, text: string, lines: readonly string[]): number | undefined {
	const found = indicesOf(lines, (line) => calledName(line) === name);
	const same = declaredName(text) === undefined ? found.filter((at) => lines[at]?.trim() === text.trim()) : [];
	const withBody = found.filter((at) => !/[;,]\s*$/.test(lines[at] ?? ""));
	return [found, same, withBody].find(({ length }) => length === 1)?.[0];
}

function indicesOf(lines: readonly string[], fits: (line: string) => boolean): readonly number[] {
	return lines.flatMap((line, at) => (fits(line) ? [at] : []));
}

/** Match the name of a method with a receiver, and of one in Objective-C. */
const receiver = /^\s*func\s*\([^()]*\)\s*(\w+)/;
const selector = /^[-+]\s*\([^()]*\)\s*(\w+:?)/;
/** Matches words before parentheses that declare nothing. */
const statement =
	/^(?:if|else|for|foreach|while|until|switch|case|return|catch|do|try|throw|raise|await|yield|new|with|using|assert|print|echo|super|this|elif|elsif|unless|when|match|guard|delete|typeof|not|and|or)\b/;

/** Returns the name of what a line declares, also of methods and functions that no word introduces. */
function calledName(line: string): string | undefined {
	const text = line.trim();
	const known = declaredName(line) ?? receiver.exec(text)?.[1] ?? selector.exec(text)?.[1];
	if (known !== undefined || statement.test(text) || /[;=]$/.test(text)) return known;
	const end = text.indexOf("(");
	const before = text.slice(0, end);
	if (end < 0 || /[="'`([{]/.test(before)) return undefined;
	// What precedes its parameters.
	return (
		before
			.trimEnd()
			.split(/[^~$#\w.:]/)
			.at(-1) || undefined
	);
}

/** Returns the last line of the block that a line begins: deeper lines, and the line that closes it. */
function blockEnd(lines: readonly string[], start: number): number {
	const depth = indentOf(lines[start] ?? "").length;
	let end = start;
	for (let at = start + 1; at < lines.length; at++) {
		const line = lines[at] ?? "";
		if (line.trim() === "") continue;
		const deeper = indentOf(line).length > depth || (indentOf(line).length === depth && /^\s*\{/.test(line));
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

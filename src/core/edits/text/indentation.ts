import { limits } from "../../../shared/untrusted/limits";
import { firstLine, isDistinctive } from "./lineMatch";

/** Returns the spaces and tabs that a line begins with. */
export function indentOf(line: string): string {
	return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** A change of the indentation of lines: what is removed from each, in characters, and what is then added. */
export interface Shift {
	readonly removed: number;
	readonly added: string;
}

/** Returns the change from one indentation to another; `undefined` if neither ends with the other. */
export function shiftBetween(has: string, wanted: string): Shift | undefined {
	if (wanted.endsWith(has)) return { removed: 0, added: wanted.slice(0, wanted.length - has.length) };
	return has.endsWith(wanted) ? { removed: has.length - wanted.length, added: "" } : undefined;
}

/** Returns code with another indentation; code that would grow too much keeps its own. */
export function shiftLines(code: readonly string[], { removed, added }: Shift): readonly string[] {
	if (added.length * code.length > limits.addedIndentation) return code;
	return code.map((line) => {
		const indent = indentOf(line);
		return indent.length === line.length ? line : added + line.slice(Math.min(removed, indent.length));
	});
}

/**
 * Indents code like the lines that it replaces. Models often omit the common indentation, of all lines or of the first
 * one only, and write spaces for tabs.
 *
 * @param unit one step of the document's indentation, for when its lines do not show it.
 */
export function reindent(code: readonly string[], like: readonly string[], unit: string): readonly string[] {
	const same = sameBlanks(code, [like], unit);
	const wanted = indentOf(firstLine(like) ?? "");
	const first = same.findIndex((line) => isFilled(line) && !directive.test(line));
	const has = indentOf(same[first] ?? "");
	if (first < 0 || has === wanted) return same;
	const all = indentAll(same, has, wanted);
	// Lines that stay the same show which indentation is meant.
	const known = new Set(like.filter(isDistinctive));
	const kept = (lines: readonly string[]) => lines.filter((line) => known.has(line)).length;
	const isShallower = shallowest(same.slice(first + 1)) < shallowest(like);
	if (has !== "") return kept(same) === 0 && (isShallower || kept(all) > 0) ? all : same;
	if (isShallower) return all;
	const alone = same.map((line, at) => (at === first ? wanted + line : line));
	if (closes(same, wanted)) return alone;
	const isBare = isBareFirst(same.slice(first), wanted, unit, stepsOf(like)[0]);
	if (same[first] === firstLine(like)?.trim()) return isBare ? alone : all;
	const found = isBare ? [alone, all, same] : [all, alone, same];
	return found.reduce((best, lines) => (kept(lines) > kept(best) ? lines : best));
}

/**
 * Indents code so that its first line is as deep as wanted.
 *
 * @param unit one step of the document's indentation.
 */
export function indentTo(code: readonly string[], wanted: string, unit: string): readonly string[] {
	const first = code.findIndex((line) => isFilled(line) && !directive.test(line));
	const has = indentOf(code[first] ?? "");
	const isDeep = shallowest(code.slice(first + 1)) >= wanted.length;
	const isBare = has === "" && isDeep && (closes(code, wanted) || isBareFirst(code.slice(first), wanted, unit));
	return isBare ? code.map((line, at) => (at === first ? wanted + line : line)) : indentAll(code, has, wanted);
}

/** Changes the indentation of all lines by the difference between two indentations, if every line has enough. */
function indentAll(code: readonly string[], has: string, wanted: string): readonly string[] {
	const shift = shiftBetween(has, wanted);
	return shift && shallowest(code) >= shift.removed ? shiftLines(code, shift) : code;
}

/** Matches directives of a preprocessor, which are not indented. */
const directive = /^#\s*(?:if|else|elif|endif|define|undef|pragma|include|import|region|endregion)/;
/** Match the beginning of the line that closes a block, and the end of a line that the next one continues. */
const closing = /^\s*(?:[)\]}]|end\b)/;
const continued = /(?:[[({:=&|+?>.\\-]|\b(?:do|then))\s*$|^(?:def|class|module|if|unless|while|case|begin)\b/;

/** Returns whether code of several lines ends by closing a block, with this indentation. */
function closes(code: readonly string[], wanted: string): boolean {
	const last = code.findLast(isFilled) ?? "";
	return wanted !== "" && closing.test(last) && indentOf(last) === wanted && code.filter(isFilled).length > 2;
}

/**
 * Returns whether only the first line of code lacks the indentation that its other lines have.
 *
 * @param step how much deeper the second line is expected to be, in characters, if that is known.
 */
function isBareFirst(code: readonly string[], wanted: string, unit: string, step?: number): boolean {
	const [first = "", second] = code.filter(isFilled);
	if (second === undefined) return false;
	const isDeeper = !first.startsWith("*") && (continued.test(first) || hasOpen(first));
	const depth = indentOf(second).length - (step ?? (isDeeper ? unit.length : 0));
	return Math.abs(depth - wanted.length) < Math.abs(depth);
}

/** Returns whether a line opens more brackets than it closes. */
function hasOpen(line: string): boolean {
	return (line.match(/[([{]/g)?.length ?? 0) > (line.match(/[)\]}]/g)?.length ?? 0);
}

function isFilled(line: string): boolean {
	return line.trim() !== "";
}

/** Returns the least indentation of lines; infinity if all are blank. */
function shallowest(lines: readonly string[]): number {
	return lines
		.filter(isFilled)
		.reduce((least, line) => Math.min(least, indentOf(line).length), Number.POSITIVE_INFINITY);
}

/**
 * Converts the indentation of code to tabs or spaces, as in a document.
 *
 * @param like lines of the document; the first of these texts with indented lines decides.
 * @param unit one step of the document's indentation, for when its lines do not show it.
 */
export function sameBlanks(
	code: readonly string[],
	like: readonly (readonly string[])[],
	unit: string,
): readonly string[] {
	const own = signOf(code);
	const example = like.find((lines) => signOf(lines) !== undefined) ?? [unit];
	const wanted = signOf(example) ?? signOf([`${unit}.`]);
	if (own === undefined || wanted === undefined || own === wanted) return code;
	// A line that is exactly as in the document shows that the others are intended as written.
	const known = new Set(like.flat());
	if (code.some((line) => line.startsWith(wanted) && isDistinctive(line) && known.has(line))) return code;
	const width =
		wanted === "\t" ? stepOf(code) : (like.map(stepOf).findLast((step) => step !== undefined) ?? unit.length);
	const indentation = code.reduce((length, line) => length + indentOf(line).length, 0);
	if (!width || (wanted === " " && indentation * width > limits.addedIndentation)) return code;
	return code.map((line) => {
		const indent = indentOf(line);
		const rest = line.slice(indent.length);
		if (wanted === " ") return indent.replaceAll("\t", " ".repeat(width)) + rest;
		return "\t".repeat(Math.floor(indent.length / width)) + " ".repeat(indent.length % width) + rest;
	});
}

/** Returns the character that most indented lines begin with: a tab or a space. */
function signOf(lines: readonly string[]): string | undefined {
	// A space before a `*` belongs to a comment, not to the indentation.
	const indented = lines.filter((line) => /^[ \t]/.test(line) && isFilled(line) && !/^ \*/.test(line));
	const tabs = indented.filter((line) => line.startsWith("\t")).length;
	if (indented.length === 0) return undefined;
	return tabs * 2 > indented.length ? "\t" : " ";
}

/** Returns the most frequent increase of indentation from one line to the next, else the least indentation. */
function stepOf(lines: readonly string[]): number | undefined {
	const counts = new Map<number, number>();
	for (const step of stepsOf(lines)) if (step > 0) counts.set(step, (counts.get(step) ?? 0) + 1);
	const [most] = [...counts].sort(([one, times], [other, otherTimes]) => otherTimes - times || one - other);
	const least = shallowest(lines.filter((line) => /^[ \t]/.test(line)));
	return most?.[0] ?? (Number.isFinite(least) ? least : undefined);
}

/** Returns how much deeper each line is than the one before it, in characters; without continued comments. */
function stepsOf(lines: readonly string[]): readonly number[] {
	const depths = lines.filter((line) => isFilled(line) && !/^\s*\*/.test(line)).map((line) => indentOf(line).length);
	return depths.slice(1).map((depth, at) => depth - (depths[at] ?? depth));
}

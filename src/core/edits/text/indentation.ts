import { limits } from "../../../shared/untrusted/limits";
import { firstLine } from "./lineMatch";

/** Returns the spaces and tabs that a line begins with. */
export function indentOf(line: string): string {
	return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/**
 * Indents code like the lines that it replaces. Models often omit the common indentation, of all lines or of the first
 * one only, and write spaces for tabs.
 *
 * @param like the lines that it replaces, or others around its place.
 * @param unit one step of the document's indentation, for when its lines do not show it.
 */
export function reindent(code: readonly string[], like: readonly string[], unit: string): readonly string[] {
	const same = sameBlanks(code, like, unit);
	const wanted = indentOf(firstLine(like) ?? "");
	const first = same.findIndex((line) => line.trim() !== "");
	if (first < 0) return same;
	const has = indentOf(same[first] ?? "");
	if (has === wanted) return same;
	const others = same.slice(first + 1).filter((line) => line.trim() !== "");
	const likeOthers = like.slice(like.findIndex((line) => line.trim() !== "") + 1).filter((line) => line.trim() !== "");
	const onlyFirst = others.length > 0 && likeOthers.length > 0 && shallowest(others) === shallowest(likeOthers);
	if (onlyFirst && wanted.startsWith(has))
		return same.map((line, at) => (at === first ? wanted + line.slice(has.length) : line));
	if (wanted.startsWith(has)) {
		const more = wanted.slice(has.length);
		if (more.length * same.length > limits.addedIndentation) return same;
		return same.map((line) => (line.trim() === "" ? line : more + line));
	}
	const surplus = has.slice(wanted.length);
	const allHave = has.startsWith(wanted) && same.every((line) => line.trim() === "" || line.startsWith(surplus));
	return allHave ? same.map((line) => (line.startsWith(surplus) ? line.slice(surplus.length) : line)) : same;
}

function shallowest(lines: readonly string[]): number {
	return lines.reduce((least, line) => Math.min(least, indentOf(line).length), Number.POSITIVE_INFINITY);
}

/** Converts the indentation of code to tabs or spaces, as in its place. */
function sameBlanks(code: readonly string[], like: readonly string[], unit: string): readonly string[] {
	const place = kindOf(like) ?? (unit.startsWith("\t") ? "tabs" : "blanks");
	const own = kindOf(code);
	if (own === undefined || own === place) return code;
	if (own === "mixed" || place === "mixed") return code;
	const width = place === "tabs" ? step(code) : step(like) || unit.length;
	const indentation = code.reduce((length, line) => length + indentOf(line).length, 0);
	if (width === 0 || (place === "blanks" && indentation * width > limits.addedIndentation)) return code;
	return code.map((line) => {
		const indent = indentOf(line);
		const rest = line.slice(indent.length);
		if (place === "blanks") return indent.replaceAll("\t", " ".repeat(width)) + rest;
		return "\t".repeat(Math.floor(indent.length / width)) + " ".repeat(indent.length % width) + rest;
	});
}

function kindOf(lines: readonly string[]): "tabs" | "blanks" | "mixed" | undefined {
	// A space before a `*` belongs to a comment, not to the indentation.
	const indents = lines
		.filter((line) => line.trim() !== "")
		.map((line) => indentOf(line.replace(/^([ \t]*?) \*/, "$1*")));
	const tabs = indents.some((indent) => indent.includes("\t"));
	const blanks = indents.some((indent) => indent.includes(" "));
	if (tabs && blanks) return "mixed";
	if (tabs) return "tabs";
	return blanks ? "blanks" : undefined;
}

/** Returns the number of spaces per level of indentation; 0 when nothing is indented. */
function step(lines: readonly string[]): number {
	const depths = lines
		.filter((line) => line.trim() !== "" && !/^\s*\*/.test(line))
		.map((line) => indentOf(line).length)
		.filter((depth) => depth > 0);
	return depths.reduce((one, other) => gcd(one, other), 0);
}

function gcd(one: number, other: number): number {
	return other === 0 ? one : gcd(other, one % other);
}

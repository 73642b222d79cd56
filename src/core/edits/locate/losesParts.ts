import { hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { firstLine, lastLine, lineWords } from "../text/lineMatch";
import { declarationHead } from "./declarationHead";
import { lostKeys } from "./lostKeys";
import { membersOf } from "./membersOf";

/** Languages of style rules, whose selectors are their names. */
const styles = new Set(["css", "scss", "less"]);
/** Matches a call with a function as its argument, which declares nothing. */
const callback = /=>\s*\{$|\bfunction\b/;
/** Names that may begin a line of their own below the declaration that they belong to. */
const continued = new Set(["constructor", "this", "super"]);
/**
 * Matches the first line of a list of parts, such as an element or branches. JSON does not count, because real changes
 * often shorten it.
 */
const list = /^(?:<\w[^>]*>$|(?:switch|match)\b.*\{$)|=\s*[[{(]$/;
/** Minimum number of declarations for a missing one to matter; of two, a change often removes one. */
const fewestNames = 3;
/** Minimum number of a list's parts that code lacks, and maximum share that it has, if it has only the changed ones. */
const fewestLost = 2;
const shareLeft = 1 / 3;

/**
 * Returns whether code lacks parts of what it replaces, without others in their place, because it contains only the
 * changed ones. Such parts are declarations, style rules, members or keys if it changes others, half of the members of a
 * type, or most of a list.
 */
export function losesParts(code: readonly string[], before: readonly string[], languageId: string): boolean {
	const [own, names] = [outerNames(code, languageId, true), outerNames(before, languageId)];
	const lost = names.size >= fewestNames && isLess(own, names) ? [...lostOf(own, names)] : [];
	const [now, old] = [membersOf(code), membersOf(before)];
	if (!now || !old) return true;
	for (const [holder, members] of old) {
		const [left, all] = [new Set(now.get(holder)?.keys()), new Set(members.keys())];
		const gone = isLess(left, all) ? lostOf(left, all) : new Set<string>();
		if (gone.size > 0 && gone.size * 2 >= all.size) return true;
		for (const name of gone) lost.push(name);
	}
	for (const name of lostKeys(code, before, languageId)) lost.push(name);
	if (lost.length > 0 && changesOthers(code, before, lost)) return true;
	return losesMost(code, before);
}

/** Returns whether there are fewer names than before, but still some. */
function isLess(now: ReadonlySet<string>, old: ReadonlySet<string>): boolean {
	return now.size > 0 && now.size < old.size;
}

function lostOf(now: ReadonlySet<string>, old: ReadonlySet<string>): ReadonlySet<string> {
	return new Set([...old].filter((name) => !now.has(name)));
}

/** Returns whether code changes lines that contain none of these names. */
function changesOthers(code: readonly string[], before: readonly string[], names: readonly string[]): boolean {
	const [now, old] = [code, before].map((lines) => lines.map((line) => line.trim()).filter((line) => line !== ""));
	if (!now || !old) return false;
	const words = new Set(names.flatMap((name) => [...lineWords(name)]));
	return hunksBetween(old, now).some(({ start, removed, added }) => {
		const gone = lineWords(old.slice(start, start + removed).join(" "));
		return removed > 0 && added.length > 0 && ![...gone].some((word) => words.has(word));
	});
}

/**
 * Returns the names of what the outermost lines declare.
 *
 * @param withValues whether those of constants and variables count.
 */
function outerNames(lines: readonly string[], languageId: string, withValues = false): ReadonlySet<string> {
	const filled = lines.filter((line) => line.trim() !== "");
	const depth = filled.reduce((least, line) => Math.min(least, indentOf(line).length), Number.POSITIVE_INFINITY);
	const names = filled.map((line) => {
		if (indentOf(line).length > depth) return undefined;
		const text = line.trim();
		if (styles.has(languageId)) return text.endsWith("{") ? text : undefined;
		const head = declarationHead(line);
		if (!head || continued.has(head.name) || (head.kind === "value" && !withValues)) return undefined;
		return head.kind === "shape" && (!/[{:]$/.test(text) || callback.test(text)) ? undefined : head.name;
	});
	return new Set(names.filter((name) => name !== undefined));
}

/** Returns whether code begins and ends like a list, but has only a few of its parts. */
function losesMost(code: readonly string[], before: readonly string[]): boolean {
	const first = firstLine(before)?.trim() ?? "";
	if (!list.test(first) || firstLine(code)?.trim() !== first) return false;
	if (lastLine(code)?.trim() !== lastLine(before)?.trim()) return false;
	const [now, old] = [partCount(code), partCount(before)];
	return now <= old * shareLeft && old - now >= fewestLost;
}

/** Returns the number of a list's parts: its inner lines with the least indentation. */
function partCount(lines: readonly string[]): number {
	const depths = lines.filter((line) => /[\p{L}\p{N}_]/u.test(line)).map((line) => indentOf(line).length);
	const inner = depths.slice(1).filter((depth) => depth > (depths[0] ?? 0));
	const least = inner.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
	return inner.filter((depth) => depth === least).length;
}

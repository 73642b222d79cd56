import { yamlLanguages } from "../text/brackets";
import { hunksBetween } from "../text/hunks";
import { indentOf } from "../text/indentation";
import { lastLine } from "../text/lineMatch";
import { type Key, keysOf } from "./yamlKeys";

/** Keys whose values refer to keys that are elsewhere. */
const references: ReadonlySet<string> = new Set(["<<", "$ref", "extends", "include", "template", "uses"]);
/** Minimum number of missing keys, with those inside them, that count as a mistake; the second one applies at the end. */
const fewestLost = 4;
const fewestCut = 2;

/**
 * Returns the keys, with those inside them, that code seems to lack by mistake, compared with the YAML that it would
 * replace: several, or two at the end. A key does not count if it was moved, if other lines replace its own, or if the
 * key around it now has as many others, or a reference.
 */
export function lostKeys(code: readonly string[], before: readonly string[], languageId: string): readonly string[] {
	if (!yamlLanguages.has(languageId) || kindsOf(code) !== kindsOf(before)) return [];
	const [now, old] = [keysOf(code), keysOf(before)];
	const deleted = deletedLines(code, before);
	const gone = keysGone(now, old).filter(({ line }) => deleted.has(line));
	const names = new Set(gone.map(({ name }) => name));
	const all = withInner(gone);
	const isCut = gone.some((key) => isCutBefore(key, code, before));
	if (all.length < (isCut ? fewestCut : fewestLost)) return [];
	// A change elsewhere that names a missing key belongs to its removal. The name of an inner key that is also kept
	// somewhere shows no such thing.
	const kept = new Set(withInner([...now.values()]).map(({ name }) => name));
	return [...new Set(all.map(({ name }) => name))].filter((name) => names.has(name) || !kept.has(name));
}

type Keys = ReadonlyMap<string, Key>;

/** Returns the lines with the kinds of Kubernetes' resources, which have other keys if theirs is changed. */
function kindsOf(lines: readonly string[]): string {
	return lines.filter((line) => /^kind:/.test(line)).join("\n");
}

/** Returns the missing keys where the key around them has fewer than before, except those that are elsewhere now. */
function keysGone(code: Keys, before: Keys): readonly Key[] {
	const gone: Key[] = [];
	const gained: Key[] = [];
	const pairs: (readonly [now: Keys, old: Keys])[] = [[code, before]];
	for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
		const [now, old] = pair;
		const added = [...now.values()].filter(({ name }) => !old.has(name));
		for (const key of added) gained.push(key);
		const isLess = now.size > 0 && now.size < old.size && !added.some(({ name }) => references.has(name));
		for (const [name, key] of old) {
			const left = now.get(name);
			if (left) pairs.push([left.inner, key.inner]);
			else if (isLess) gone.push(key);
		}
	}
	const elsewhere = new Set(withInner(gained).map(({ name }) => name));
	return gone.filter(({ name }) => !elsewhere.has(name));
}

/** Returns the numbers of the lines that are missing and that nothing replaces. */
function deletedLines(code: readonly string[], before: readonly string[]): ReadonlySet<number> {
	const [now, old] = [code, before].map((lines) => lines.map((line) => line.trimEnd()));
	if (!now || !old) return new Set();
	const deletions = hunksBetween(old, now).filter(({ added }) => added.length === 0);
	return new Set(deletions.flatMap(({ start, removed }) => Array.from({ length: removed }, (_, at) => start + at)));
}

/** Returns keys and all those inside them. */
function withInner(keys: readonly Key[]): readonly Key[] {
	const all = [...keys];
	for (let at = 0; at < all.length; at++) for (const key of all[at]?.inner.values() ?? []) all.push(key);
	return all;
}

/** Returns whether code ends with the line before a key that was the last one, at the same depth. */
function isCutBefore({ line, isLast }: Key, code: readonly string[], before: readonly string[]): boolean {
	if (!isLast) return false;
	const [now, old] = [lastLine(code), lastLine(before.slice(0, line))];
	if (now === undefined || old === undefined) return false;
	return now.trim() === old.trim() && indentOf(now).length === indentOf(old).length;
}

import { splitLines } from "../base/splitLines";

/** The part of a diff that concerns one file. */
export interface FileDiff {
	/** The file's path, then its path before a rename or copy; empty where Git does not name it. */
	readonly paths: readonly [path: string, ...before: readonly string[]];
	readonly text: string;
}

/** Splits a diff in Git's format by file. Handles unresolved merges, and any setting for the prefixes of paths. */
export function splitDiff(diff: string): readonly FileDiff[] {
	return diff
		.split(/^(?=diff --(?:git|cc|combined) )/m)
		.filter((text) => text.startsWith("diff --"))
		.map((text) => ({ paths: pathsOf(text), text: text.trimEnd() }));
}

/** Returns the diff of a file that Git does not track yet. */
export function newFileDiff(path: string, text: string): FileDiff {
	const lines = splitLines(text).map((line) => `+${line}`);
	return { paths: [path], text: [`diff --git a/${path} b/${path}`, "new file", ...lines].join("\n") };
}

/**
 * Lines of a diff's head that name paths, most with a prefix: `a/`, `b/`, or with `diff.mnemonicPrefix` another letter.
 */
const moved = /^(?:rename|copy) (?:from|to) "?(.+?)"?$/gm;
const changed = /^(?:---|\+\+\+) "?(?:[a-z]\/)?(.+?)"?\t?$/gm;
const merged = /^diff --(?:cc|combined) "?(.+?)"?$/gm;

/** Returns the paths that a diff's head names, the current one first. */
function pathsOf(diff: string): FileDiff["paths"] {
	// Lines of the file itself may look like those of the head.
	const [head = ""] = diff.split(/^@@/m, 1);
	for (const paths of [
		named(head.matchAll(moved)),
		named(head.matchAll(changed)),
		unchanged(head),
		named(head.matchAll(merged)),
	]) {
		const [path, ...before] = new Set(paths.filter((one) => one !== "/dev/null").reverse());
		if (path !== undefined) return [path, ...before];
	}
	return [""];
}

function named(lines: Iterable<RegExpExecArray>): readonly string[] {
	return [...lines].map(([, path = ""]) => path);
}

/**
 * Returns the path that the first line contains twice, as `a/path b/path` or without prefixes, both quoted or neither.
 */
function unchanged(head: string): readonly string[] {
	const [, names = ""] = /^diff --git (.+)$/m.exec(head) ?? [];
	const middle = (names.length - 1) / 2;
	if (names.charAt(middle) !== " ") return [];
	const [one, other] = [names.slice(0, middle), names.slice(middle + 1)].map((name) =>
		name.replace(/^"|"$/g, "").replace(/^[a-z]\//, ""),
	);
	return one === undefined || one === "" || one !== other ? [] : [one];
}

/**
 * Cuts diffs to a number of tokens: short ones stay whole, long ones are cut to the same size and end with the number
 * of lines that are missing.
 *
 * @returns `whole`: whether nothing was cut.
 */
export function fitDiffs(
	diffs: readonly FileDiff[],
	tokens: number,
	count: (text: string) => number,
): { readonly text: string; readonly whole: boolean } {
	const sizes = diffs.map(({ text }) => count(text));
	const share = evenShare(sizes, tokens);
	const cut = diffs.map(({ text }, i) => ((sizes[i] ?? 0) <= share ? text : beginning(text, share / (sizes[i] ?? 1))));
	return { text: cut.join("\n"), whole: sizes.every((size) => size <= share) };
}

/** Returns the largest size per item at which all items together do not exceed the total. */
function evenShare(sizes: readonly number[], total: number): number {
	let left = total;
	const ascending = [...sizes].sort((a, b) => a - b);
	for (const [i, size] of ascending.entries()) {
		const share = left / (ascending.length - i);
		if (size > share) return share;
		left -= size;
	}
	return Number.POSITIVE_INFINITY;
}

/** Returns a diff's first lines, at least the one that names the file. */
function beginning(diff: string, part: number): string {
	const end = diff.lastIndexOf("\n", Math.floor(diff.length * part));
	const kept = diff.slice(0, Math.max(end, diff.indexOf("\n")));
	const more = diff.slice(kept.length).split("\n").length - 1;
	return `${kept}\n[… ${more} more lines]`;
}

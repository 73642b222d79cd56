import { splitLines } from "../base/splitLines";

/** The part of a diff that is about one file. */
export interface FileDiff {
	/** The file's path, and the one that it had before, where that is another; empty where Git does not tell it. */
	readonly paths: readonly [path: string, ...before: readonly string[]];
	readonly text: string;
}

/** A diff in Git's form, file by file; also of a merge that is not settled, whatever is set for the prefixes of paths. */
export function splitDiff(diff: string): readonly FileDiff[] {
	return diff
		.split(/^(?=diff --(?:git|cc|combined) )/m)
		.filter((text) => text.startsWith("diff --"))
		.map((text) => ({ paths: pathsOf(text), text: text.trimEnd() }));
}

/** A file that Git does not track yet, as a diff would have it. */
export function newFileDiff(path: string, text: string): FileDiff {
	const lines = splitLines(text).map((line) => `+${line}`);
	return { paths: [path], text: [`diff --git a/${path} b/${path}`, "new file", ...lines].join("\n") };
}

/** Paths as the lines above a file's text tell them; most have a prefix: `a/`, `b/`, or with `diff.mnemonicPrefix` another letter. */
const moved = /^(?:rename|copy) (?:from|to) "?(.+?)"?$/gm;
const changed = /^(?:---|\+\+\+) "?(?:[a-z]\/)?(.+?)"?\t?$/gm;
const merged = /^diff --(?:cc|combined) "?(.+?)"?$/gm;

/** The path after the change first. */
function pathsOf(diff: string): FileDiff["paths"] {
	// The file's own lines may look like these.
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

/** The path that the first line names twice, as `a/path b/path` or without prefixes, both in quotation marks or neither. */
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
 * Diffs cut to so many tokens: what is short stays whole, the long ones are cut to the same length, and say by how many
 * lines.
 *
 * @param whole whether nothing was cut.
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

/** The most that each may have so that all together have no more than the total. */
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

/** A diff's first lines, at least the one that names the file. */
function beginning(diff: string, part: number): string {
	const end = diff.lastIndexOf("\n", Math.floor(diff.length * part));
	const kept = diff.slice(0, Math.max(end, diff.indexOf("\n")));
	const more = diff.slice(kept.length).split("\n").length - 1;
	return `${kept}\n[… ${more} more lines]`;
}

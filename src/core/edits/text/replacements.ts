import * as l10n from "@vscode/l10n";
import { limits } from "../../../shared/untrusted/limits";
import { hunksBetween } from "./hunks";
import { indentOf } from "./indentation";
import { LineIndex } from "./lineIndex";

/** Lines to find, and their replacement. */
export interface Replacement {
	readonly search: readonly string[];
	readonly replace: readonly string[];
	/** The document's line that the answer gives for the first line, counted from 0: it distinguishes equal changes. */
	readonly line?: number | undefined;
	/**
	 * Another reading of the same change, which differs only in indentation; used only where it matches lines exactly.
	 */
	readonly other?: Replacement;
}

/** A sentence for the user on why an answer was not used. */
export interface Refusal {
	readonly refused: string;
	/** The pieces of code among which the user can choose. */
	readonly alternatives?: readonly (readonly string[])[];
}

/**
 * Makes replacements in lines; each must match exactly once, either as written or, if that is not found, with another
 * indentation. Of several equal replacements, each belongs to the line that the answer gives.
 *
 * @param first the position of the first of these lines in the document, counted from 0.
 */
export function replaceOnce(
	lines: readonly string[],
	replacements: readonly Replacement[],
	first: number,
): readonly string[] | Refusal {
	const found: Place[] = [];
	const index = new LineIndex(lines);
	const trimmed = new LineIndex(lines.map((line) => line.trim()));
	const repeated = repeatedSearches(replacements);
	for (const replacement of replacements) {
		const isRepeated = replacement.line !== undefined && repeated.has(replacement.search.join("\n"));
		const line = isRepeated ? (replacement.line ?? 0) - first : undefined;
		const place = placeIn(lines, replacement, index, trimmed, line);
		if ("refused" in place) return place;
		found.push(place);
	}
	found.sort((one, other) => one.at - other.at);
	const overlap = found.some(({ at }, index) => {
		const before = found[index - 1];
		return before !== undefined && at < before.at + before.length;
	});
	if (overlap)
		return { refused: l10n.t("Two changes in the answer are about the same lines. Nothing was changed: try again.") };
	const result: (readonly string[])[] = [];
	let done = 0;
	for (const { at, length, replace } of found) {
		result.push(lines.slice(done, at), replace);
		done = at + length;
	}
	return [...result, lines.slice(done)].flat();
}

/** Returns the searched texts that several replacements share. */
function repeatedSearches(replacements: readonly Replacement[]): ReadonlySet<string> {
	const [known, repeated] = [new Set<string>(), new Set<string>()];
	for (const { search } of replacements) {
		const text = search.join("\n");
		(known.has(text) ? repeated : known).add(text);
	}
	return repeated;
}

/** The position of a replacement, and its new lines. */
interface Place {
	readonly at: number;
	readonly length: number;
	readonly replace: readonly string[];
}

function placeIn(
	lines: readonly string[],
	replacement: Replacement,
	index: LineIndex,
	trimmed: LineIndex,
	line: number | undefined,
): Place | Refusal {
	const readings = replacement.other ? [replacement, replacement.other] : [replacement];
	const length = replacement.search.length;
	for (const { search, replace } of readings) {
		const all = index.find(search);
		const exact = line !== undefined && all?.includes(line) ? [line] : all;
		const [at] = exact ?? [];
		if (at !== undefined && exact?.length === 1)
			return { at, length, replace: replacing(lines.slice(at, at + length), { search, replace }, same) ?? replace };
		if (exact?.length !== 0) return severalPlaces;
	}
	const places = trimmed.find(replacement.search.map((line) => line.trim()));
	const [at] = places ?? [];
	if (at !== undefined && places?.length !== 1) return severalPlaces;
	const result = at === undefined ? undefined : shifted(lines.slice(at, at + length), replacement);
	if (at !== undefined && result) return { at, length, replace: result };
	return { refused: l10n.t("The answer changes lines that do not exist. Nothing was changed: try again.") };
}

const severalPlaces: Refusal = {
	get refused() {
		return l10n.t("The answer changes lines that occur in several places. Nothing was changed: try again.");
	},
};

/**
 * Returns the replacing lines for lines that are indented differently from the searched ones. New lines are shifted
 * like the removed ones or, if there are none, like the unchanged ones; if that differs from line to line, like a line
 * with the same indentation.
 *
 * @returns `undefined` when this does not determine the indentation of a new line.
 */
function shifted(lines: readonly string[], replacement: Replacement): readonly string[] | undefined {
	const { search, replace } = replacement;
	const filled = search.flatMap((line, at) => (line.trim() === "" ? [] : [at]));
	const removed = new Set(
		hunksBetween(search, replace).flatMap(({ start, removed }) =>
			Array.from({ length: removed }, (_, at) => start + at),
		),
	);
	const changed = filled.filter((at) => removed.has(at));
	const pairs = (changed.length > 0 ? changed : filled).map(
		(at) => [indentOf(search[at] ?? ""), indentOf(lines[at] ?? "")] as const,
	);
	const shift = uniformShift(pairs);
	const known = new Map(pairs);
	let added = 0;
	return replacing(lines, replacement, (line) => {
		const has = indentOf(line);
		const wanted = line.trim() === "" ? has : shift ? shift(has) : known.get(has);
		added += wanted?.length ?? 0;
		return wanted === undefined || added > limits.addedIndentation ? undefined : wanted + line.slice(has.length);
	});
}

/**
 * Returns how each of these indentations turns into its counterpart, if all do so in the same way: by adding or
 * removing the same characters at the beginning.
 */
function uniformShift(
	pairs: readonly (readonly [has: string, wanted: string])[],
): ((has: string) => string | undefined) | undefined {
	const [[has, wanted] = ["", ""]] = pairs;
	const more = wanted.slice(0, wanted.length - has.length);
	if (pairs.every(([one, other]) => other === more + one)) return (indent) => more + indent;
	const less = has.slice(0, has.length - wanted.length);
	if (!pairs.every(([one, other]) => one === less + other)) return undefined;
	return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : undefined);
}

const same = (line: string) => line;

/**
 * Returns the replacing lines, with unchanged lines as they are in the document, including trailing spaces.
 *
 * @param shift returns a new line with its indentation; `undefined` where that is not certain.
 */
function replacing(
	lines: readonly string[],
	{ search, replace }: Replacement,
	shift: (line: string) => string | undefined,
): readonly string[] | undefined {
	const result: string[] = [];
	let done = 0;
	for (const { start, removed, added } of hunksBetween(search, replace)) {
		for (const line of lines.slice(done, start)) result.push(line);
		for (const line of added) {
			const own = shift(line);
			if (own === undefined) return undefined;
			result.push(own);
		}
		done = start + removed;
	}
	return [...result, ...lines.slice(done)];
}

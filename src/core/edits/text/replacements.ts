import * as l10n from "@vscode/l10n";
import { limits } from "../../../shared/untrusted/limits";
import { hunksBetween } from "./hunks";
import { indentOf } from "./indentation";
import { LineIndex } from "./lineIndex";

/** Lines to find, and their replacement. */
export interface Replacement {
	readonly search: readonly string[];
	readonly replace: readonly string[];
}

/** A sentence for the user on why replacements were not made. */
export interface Refusal {
	readonly refused: string;
}

/**
 * Makes replacements in lines; each must match exactly once, either as written or with the same additional indentation
 * for all its lines.
 */
export function replaceOnce(
	lines: readonly string[],
	replacements: readonly Replacement[],
): readonly string[] | Refusal {
	const found: Place[] = [];
	const index = new LineIndex(lines);
	const indents = indentsOf(lines);
	for (const replacement of replacements) {
		const place = placeIn(lines, replacement, index, indents);
		if ("refused" in place) return place;
		found.push(place);
	}
	found.sort((one, other) => one.at - other.at);
	const overlap = found.some(({ at }, index) => {
		const before = found[index - 1];
		return before !== undefined && at < before.at + before.length;
	});
	if (overlap) return { refused: l10n.t("Two changes in the answer are about the same lines. Nothing was changed.") };
	const result: (readonly string[])[] = [];
	let done = 0;
	for (const { at, length, replace } of found) {
		result.push(lines.slice(done, at), replace);
		done = at + length;
	}
	return [...result, lines.slice(done)].flat();
}

/** The position of a replacement, and its new lines. */
interface Place {
	readonly at: number;
	readonly length: number;
	readonly replace: readonly string[];
}

/** Returns the indentations with which each line occurs. */
function indentsOf(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
	const indents = new Map<string, Set<string>>();
	for (const line of lines) {
		const text = line.trim();
		const known = indents.get(text);
		if (known) known.add(indentOf(line));
		else indents.set(text, new Set([indentOf(line)]));
	}
	return indents;
}

function placeIn(
	lines: readonly string[],
	{ search, replace }: Replacement,
	index: LineIndex,
	indents: ReadonlyMap<string, ReadonlySet<string>>,
): Place | Refusal {
	const length = search.length;
	const exact = index.find(search);
	const [at] = exact ?? [];
	if (at !== undefined && exact?.length === 1)
		return { at, length, replace: keepingLines(lines.slice(at, at + length), search, replace) };
	if (exact?.length !== 0)
		return { refused: l10n.t("The answer changes lines that stand in several places. Nothing was changed.") };
	const firstAt = search.findIndex((line) => line.trim() !== "");
	const first = search[firstAt];
	const shifted = [...(first === undefined ? [] : (indents.get(first.trim()) ?? []))].flatMap((indent) => {
		const has = indentOf(first ?? "");
		if (!indent.endsWith(has)) return [];
		const more = indent.slice(0, indent.length - has.length);
		if (more.length * replace.length > limits.addedIndentation) return [];
		const shift = (line: string) => (line.trim() === "" ? line : more + line);
		let places: readonly number[] = index.placesOf(shift(first ?? "")).map((place) => place - firstAt);
		for (let line = 0; line < length && places.length > 0; line++) {
			places = index.placesWith(places, shift(search[line] ?? ""), line);
		}
		return places.map((place) => ({ at: place, length, replace: replace.map(shift) }));
	});
	const [only] = shifted;
	if (only && shifted.length === 1) return only;
	return { refused: l10n.t("The answer changes lines that are not there as it says. Nothing was changed.") };
}

/** Returns the replacing lines, with unchanged lines as they are in the document, including trailing spaces. */
function keepingLines(
	lines: readonly string[],
	search: readonly string[],
	replace: readonly string[],
): readonly string[] {
	const result = [...replace];
	let shift = 0;
	let done = 0;
	for (const { start, removed, added } of [
		...hunksBetween(search, replace),
		{ start: search.length, removed: 0, added: [] },
	]) {
		for (let at = done; at < start; at++) result[at + shift] = lines[at] ?? "";
		done = start + removed;
		shift += added.length - removed;
	}
	return result;
}

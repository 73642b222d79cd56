import * as l10n from "@vscode/l10n";
import { hunksBetween } from "./hunks";
import { indentOf } from "./indentation";
import { findRuns, firstLine } from "./lineMatch";

/** Lines that are to be found, and what comes in their place. */
export interface Replacement {
	readonly search: readonly string[];
	readonly replace: readonly string[];
}

/** Why replacements were not made: a sentence for the user. */
export interface Refusal {
	readonly refused: string;
}

/**
 * Makes replacements in lines, each where its lines stand exactly once; as they are written, else all indented by the
 * same blanks more.
 */
export function replaceOnce(
	lines: readonly string[],
	replacements: readonly Replacement[],
): readonly string[] | Refusal {
	const found: Place[] = [];
	for (const replacement of replacements) {
		const place = placeIn(lines, replacement);
		if ("refused" in place) return place;
		found.push(place);
	}
	found.sort((one, other) => one.at - other.at);
	const overlap = found.some(({ at }, index) => {
		const before = found[index - 1];
		return before !== undefined && at < before.at + before.length;
	});
	if (overlap) return { refused: l10n.t("Two changes in the answer are about the same lines. Nothing was changed.") };
	const result: string[] = [];
	let done = 0;
	for (const { at, length, replace } of found) {
		result.push(...lines.slice(done, at), ...replace);
		done = at + length;
	}
	return [...result, ...lines.slice(done)];
}

/** Where a replacement's lines stand, and what comes there. */
interface Place {
	readonly at: number;
	readonly length: number;
	readonly replace: readonly string[];
}

function placeIn(lines: readonly string[], { search, replace }: Replacement): Place | Refusal {
	const length = search.length;
	const exact = findRuns(lines, search);
	const [at] = exact;
	if (at !== undefined && exact.length === 1)
		return { at, length, replace: keepingLines(lines.slice(at, at + length), search, replace) };
	if (exact.length > 1)
		return { refused: l10n.t("The answer changes lines that stand in several places. Nothing was changed.") };
	const first = firstLine(search);
	const indents = new Set(
		first === undefined ? [] : lines.filter((line) => line.trim() === first.trim()).map(indentOf),
	);
	const shifted = [...indents].flatMap((indent) => {
		const has = indentOf(first ?? "");
		if (!indent.endsWith(has)) return [];
		const more = indent.slice(0, indent.length - has.length);
		const shift = (line: string) => (line.trim() === "" ? line : more + line);
		return findRuns(lines, search.map(shift)).map((place) => ({ at: place, length, replace: replace.map(shift) }));
	});
	const [only] = shifted;
	if (only && shifted.length === 1) return only;
	return { refused: l10n.t("The answer changes lines that are not there as it says. Nothing was changed.") };
}

/** What replaces lines, those that stay the same as they are: blanks at their ends too. */
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

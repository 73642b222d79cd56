import * as l10n from "@vscode/l10n";
import { isDistinctive, lastLine, sharedLines, withoutBlankEnds } from "../text/lineMatch";
import type { Refusal } from "../text/replacements";

/** The lines of a document, divided by the place of an edit. */
export interface Surroundings {
	readonly above: readonly string[];
	/** The lines that are replaced. */
	readonly before: readonly string[];
	readonly below: readonly string[];
}

/** The lines that replace those of the place, or the whole document if the code is all of it. */
export type Cut = { readonly lines: readonly string[]; readonly whole: boolean } | Refusal;

/** Removes the lines that an answer repeats from around its place, so that they are not duplicated. */
export function cutOverlap(code: readonly string[], around: Surroundings): Cut {
	const cut = cutOnce(code, around);
	if ("refused" in cut || cut.lines.length === code.length) return cut;
	// The remaining lines must not repeat any more of them.
	const left = cutOnce(cut.lines, around);
	return "refused" in left || left.lines.length !== cut.lines.length ? repeats : cut;
}

function cutOnce(code: readonly string[], { above, before, below }: Surroundings): Cut {
	const own = new Set(before.map((line) => line.trim()));
	const strange = (line: string) => isDistinctive(line) && !own.has(line.trim());
	const nearAbove = above.findLast(isDistinctive);
	const nearBelow = below.find(isDistinctive);
	const holds = (line: string | undefined) =>
		line !== undefined && strange(line) && code.some((other) => other.trim() === line.trim());
	const repeatsAbove = holds(nearAbove);
	const repeatsBelow = holds(nearBelow);
	if (!repeatsAbove && !repeatsBelow) {
		const around = new Set([...above, ...below].filter(strange).map((line) => line.trim()));
		const distinctive = code.filter(isDistinctive);
		const repeated = distinctive.filter((line) => around.has(line.trim())).length;
		if (repeated >= 3 && repeated * 3 >= distinctive.length) return repeats;
		return { lines: code, whole: false };
	}
	if (isWhole(code, above, before, below, repeatsAbove, repeatsBelow)) return { lines: code, whole: true };
	const head = repeatsAbove ? repeatedHead(code, above) : 0;
	const tail = repeatsBelow ? repeatedTail(code, below) : 0;
	if (head === undefined || tail === undefined || head + tail >= code.length) return repeats;
	const lines = code.slice(head, code.length - tail);
	// The remaining lines must begin, or end, like the place: otherwise they may contain changed lines from around it.
	const begins = head > 0 || !above.some(isDistinctive) || own.has(lines.find(isDistinctive)?.trim() ?? "");
	const ends = tail > 0 || !below.some(isDistinctive) || lastLine(lines)?.trim() === lastLine(before)?.trim();
	return begins && ends ? { lines, whole: false } : repeats;
}

const repeats: Refusal = {
	get refused() {
		return l10n.t(
			"The answer repeats lines from around its place. Nothing was changed: try again, or select those lines too.",
		);
	},
};

/**
 * Returns whether the code is the whole document: it begins and ends like it, and contains the lines around the place
 * too.
 */
function isWhole(
	code: readonly string[],
	above: readonly string[],
	before: readonly string[],
	below: readonly string[],
	repeatsAbove: boolean,
	repeatsBelow: boolean,
): boolean {
	const document = withoutBlankEnds([...above, ...before, ...below]);
	const own = withoutBlankEnds(code);
	const sides = (repeatsAbove || !above.some(isDistinctive)) && (repeatsBelow || !below.some(isDistinctive));
	const ends = own[0]?.trimEnd() === document[0]?.trimEnd() && own.at(-1)?.trimEnd() === document.at(-1)?.trimEnd();
	const known = new Set(own.map((line) => line.trim()));
	const around = [...above, ...below].filter(isDistinctive);
	return sides && ends && around.every((line) => known.has(line.trim()));
}

/** Returns how many lines at the code's beginning are the last ones above its place; at most all but one. */
function repeatedHead(code: readonly string[], above: readonly string[]): number | undefined {
	const most = code.length - 1;
	const count = most > 0 ? sharedLines(above.slice(-most), code.slice(0, most)) : 0;
	return code.slice(0, count).some(isDistinctive) ? count : undefined;
}

/** Returns how many lines at the code's end are the first ones below its place. */
function repeatedTail(code: readonly string[], below: readonly string[]): number | undefined {
	const most = code.length - 1;
	const count = most > 0 ? sharedLines(code.slice(-most), below.slice(0, most)) : 0;
	return below.slice(0, count).some(isDistinctive) ? count : undefined;
}

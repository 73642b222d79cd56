import { elisionMark } from "../parse/elisionMark";
import { LineIndex } from "../text/lineIndex";
import { declaredName, isDistinctive } from "../text/lineMatch";

/**
 * Restores the lines that code leaves out, such as at `// ... existing code ...`.
 *
 * @param before the lines that the code replaces.
 * @returns `undefined` when it is not certain what was left out: the lines before and after each mark must each occur
 * exactly once among the replaced lines, and in the same order.
 */
export function resolveElisions(code: readonly string[], before: readonly string[]): readonly string[] | undefined {
	const known = new Set(before.map((line) => line.trim()));
	const kinds = code.map((line) => (known.has(line.trim()) ? undefined : elisionMark(line)));
	if (kinds.includes("unclear")) return undefined;
	if (!kinds.includes("lines")) return code;
	const pieces: (readonly string[])[] = [];
	let start = 0;
	for (const at of kinds.flatMap((kind, index) => (kind ? [index] : []))) {
		pieces.push(code.slice(start, at));
		start = at + 1;
	}
	pieces.push(code.slice(start));
	// Two marks in a row, or one with only blank lines beside it, leave no line to locate them by.
	if (pieces.slice(1, -1).some(isBlank)) return undefined;
	if (pieces.every(isBlank)) return undefined;
	const index = new LineIndex(before);
	const result: (readonly string[])[] = [];
	// The first line of the current piece among the replaced lines.
	let begin = 0;
	for (const [number, piece] of pieces.entries()) {
		const isFirst = number === 0;
		const isLast = number === pieces.length - 1;
		result.push(trimmedAround(piece, !isFirst, !isLast));
		const end = isLast ? before.length : isFirst && isBlank(piece) ? 0 : endOfAnchor(piece, index);
		if (end === undefined || end < begin || !matchesOnly(piece, before, index, begin, end)) return undefined;
		if (isLast) break;
		const next = pieces[number + 1] ?? [];
		begin = number + 2 === pieces.length && isBlank(next) ? before.length : (startOfAnchor(next, index) ?? -1);
		if (begin <= end) return undefined;
		result.push(before.slice(end, begin));
	}
	return result.flat();
}

/**
 * Returns whether a piece matches these lines only: none of its lines occurs elsewhere, because it would then be
 * duplicated or have been moved; and all declarations are kept, because one could have been left out without a mark.
 */
function matchesOnly(
	piece: readonly string[],
	before: readonly string[],
	index: LineIndex,
	begin: number,
	end: number,
): boolean {
	const names = new Set(piece.map(declaredName));
	if (!before.slice(begin, end).every((line) => names.has(declaredName(line)) || !declaredName(line))) return false;
	return piece.filter(isDistinctive).every((line) => {
		const places = index.placesOf(line);
		const [at = begin] = places;
		return places.length !== 1 || (at >= begin && at < end);
	});
}

function isBlank(lines: readonly string[]): boolean {
	return lines.every((line) => line.trim() === "");
}

/** Removes the blank lines beside a mark: they are restored with the lines that it leaves out. */
function trimmedAround(piece: readonly string[], head: boolean, tail: boolean): readonly string[] {
	let from = 0;
	let to = piece.length;
	while (head && from < to && piece[from]?.trim() === "") from++;
	while (tail && to > from && piece[to - 1]?.trim() === "") to--;
	return piece.slice(from, to);
}

/**
 * Returns the index after the line where the piece ends, located by as many of its last lines as are needed for a
 * unique match.
 */
function endOfAnchor(piece: readonly string[], index: LineIndex): number | undefined {
	const last = onlyPlace(trimmedAround(piece, false, true), index, -1);
	return last === undefined ? undefined : last + 1;
}

/** Returns the index of the line where the piece begins. */
function startOfAnchor(piece: readonly string[], index: LineIndex): number | undefined {
	return onlyPlace(trimmedAround(piece, true, false), index, 1);
}

/**
 * Returns the index of the first of these lines, using as many of the following ones as are needed for a unique match.
 *
 * @param step 1, or -1 for the last line and those before it.
 */
function onlyPlace(lines: readonly string[], index: LineIndex, step: 1 | -1): number | undefined {
	let places: readonly number[] = [];
	let isAnchor = false;
	for (let length = 0; length < lines.length; length++) {
		const line = lines.at(step === 1 ? length : -1 - length) ?? "";
		places = length === 0 ? index.placesOf(line) : index.placesWith(places, line, step * length);
		isAnchor ||= isDistinctive(line);
		if (places.length === 0) return undefined;
		if (places.length === 1 && isAnchor) return places[0];
	}
	return undefined;
}

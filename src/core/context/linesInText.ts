import { splitLines } from "../base/splitLines";

/** Lines of a text, counted from 1, both included; `undefined` when there are not so many. */
export function linesOf(text: string, [first, last]: readonly [number, number]): string | undefined {
	const lines = splitLines(text);
	return first < 1 || last > lines.length ? undefined : lines.slice(first - 1, last).join("\n");
}

/**
 * Where lines that were taken stand now: where they stood, or, when lines came or went above them, at the one other place
 * where the text has them. `undefined` when they changed.
 */
export function findLines(
	text: string,
	taken: string,
	lines: readonly [first: number, last: number],
): readonly [first: number, last: number] | undefined {
	const wanted = splitLines(taken);
	if (linesOf(text, lines) === wanted.join("\n")) return lines;
	const [at, another] = placesOf(wanted, splitLines(text));
	return at === undefined || another !== undefined ? undefined : [at + 1, at + 1 + lines[1] - lines[0]];
}

/**
 * The first two places of a list in another, which may overlap. In linear time (Knuth, Morris and Pratt's search), which
 * `indexOf` does not keep to for a long text in one that repeats itself.
 */
function placesOf(wanted: readonly string[], all: readonly string[]): readonly number[] {
	const places: number[] = [];
	const borders = bordersOf(wanted);
	let matched = 0;
	for (let at = 0; at < all.length && places.length < 2; at++) {
		while (matched > 0 && wanted[matched] !== all[at]) matched = borders[matched - 1] as number;
		if (wanted[matched] === all[at]) matched++;
		if (matched < wanted.length) continue;
		places.push(at + 1 - wanted.length);
		matched = borders[matched - 1] as number;
	}
	return places;
}

/** For each beginning of a list, how many of its first entries are also its last, itself not counted. */
function bordersOf(list: readonly string[]): readonly number[] {
	const borders = [0];
	for (let at = 1; at < list.length; at++) {
		let length = borders[at - 1] as number;
		while (length > 0 && list[length] !== list[at]) length = borders[length - 1] as number;
		borders.push(list[length] === list[at] ? length + 1 : 0);
	}
	return borders;
}

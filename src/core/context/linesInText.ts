import { splitLines } from "../base/splitLines";

/** Returns some lines of a text, counted from 1, both included; `undefined` when the text is too short. */
export function linesOf(text: string, [first, last]: readonly [number, number]): string | undefined {
	const lines = splitLines(text);
	return first < 1 || last > lines.length ? undefined : lines.slice(first - 1, last).join("\n");
}

/**
 * Returns where lines that were attached are now: at their old place, or, when lines were added or removed above them,
 * at the only other place where the text contains them. `undefined` when they have changed.
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
 * Returns the first two positions of a list in another; they may overlap. Takes linear time (Knuth–Morris–Pratt),
 * unlike `indexOf` on a long, repetitive text.
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

/** Returns, for each prefix of a list, the length of its longest proper prefix that is also its suffix. */
function bordersOf(list: readonly string[]): readonly number[] {
	const borders = [0];
	for (let at = 1; at < list.length; at++) {
		let length = borders[at - 1] as number;
		while (length > 0 && list[length] !== list[at]) length = borders[length - 1] as number;
		borders.push(list[length] === list[at] ? length + 1 : 0);
	}
	return borders;
}

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
	const wanted = splitLines(taken).join("\n");
	if (linesOf(text, lines) === wanted) return lines;
	const all = `\n${splitLines(text).join("\n")}\n`;
	const at = all.indexOf(`\n${wanted}\n`);
	if (at < 0 || all.indexOf(`\n${wanted}\n`, at + 1) >= 0) return undefined;
	const first = all.slice(0, at + 1).split("\n").length - 1;
	return [first, first + lines[1] - lines[0]];
}

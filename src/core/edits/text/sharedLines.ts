import { indentOf } from "./indentation";

/** A line that is not blank. */
interface Line {
	readonly text: string;
	readonly indent: number;
}

/** Returns the lines that are not blank. */
function filled(lines: readonly string[]): readonly Line[] {
	return lines
		.filter((line) => line.trim() !== "")
		.map((line) => ({ text: line.trim(), indent: indentOf(line).length }));
}

/**
 * Returns the lengths of all runs of lines that end one list and begin another, the longest first; a run may be
 * indented more or less, by the same amount throughout. Blank lines do not count. Searches with Knuth, Morris and
 * Pratt's algorithm.
 */
export function sharedLengths(ending: readonly string[], beginning: readonly string[]): readonly number[] {
	const wanted = filled(beginning);
	// For each wanted line, the length of the shorter match to continue with when the next line does not match.
	const shorter = [0];
	/**
	 * Returns whether the line after a match of this length is the wanted one, indented as much relative to the line
	 * before.
	 */
	const matches = (lines: readonly Line[], at: number, length: number) => {
		const [line, other] = [lines[at], wanted[length]];
		if (!line || line.text !== other?.text) return false;
		const [above, otherAbove] = [lines[at - 1], wanted[length - 1]];
		if (length === 0 || !above || !otherAbove) return true;
		return line.indent - above.indent === other.indent - otherAbove.indent;
	};
	const next = (lines: readonly Line[], at: number, matched: number) => {
		let length = matched;
		while (length > 0 && !matches(lines, at, length)) length = shorter[length - 1] ?? 0;
		return matches(lines, at, length) ? length + 1 : 0;
	};
	for (let at = 1, matched = 0; at < wanted.length; at++) {
		matched = next(wanted, at, matched);
		shorter.push(matched);
	}
	const lines = filled(ending);
	let matched = 0;
	for (let at = 0; at < lines.length; at++) matched = next(lines, at, matched);
	const lengths: number[] = [];
	for (; matched > 0; matched = shorter[matched - 1] ?? 0) lengths.push(matched);
	return lengths;
}

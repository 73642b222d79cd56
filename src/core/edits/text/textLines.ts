/** A text and its lines, counted as VS Code does: a final line break is followed by one more, empty line. */
export interface TextLines {
	readonly text: string;
	/** The lines without their line breaks and without a byte order mark. At least one. */
	readonly lines: readonly string[];
	/** The start of each line, in UTF-16 code units. */
	readonly starts: readonly number[];
	/** The most frequent line break; a line feed if there is none. */
	readonly eol: string;
}

/** Splits a text into its lines, whatever its line breaks are. */
export function textLines(text: string): TextLines {
	const lines: string[] = [];
	const starts: number[] = [];
	const breaks = { "\n": 0, "\r\n": 0, "\r": 0 };
	let start = text.startsWith("\ufeff") ? 1 : 0;
	for (const { index, 0: found } of text.matchAll(/\r\n|\r|\n/g)) {
		lines.push(text.slice(start, index));
		starts.push(start);
		breaks[found as keyof typeof breaks]++;
		start = index + found.length;
	}
	lines.push(text.slice(start));
	starts.push(start);
	const [most] = (Object.keys(breaks) as (keyof typeof breaks)[]).sort((a, b) => breaks[b] - breaks[a]);
	return { text, lines, starts, eol: most ?? "\n" };
}

/** Returns the number of the last line of a text that differs from another text, counted from 0; -1 if none does. */
export function lastChangedLine(before: string, after: string): number {
	const { lines } = textLines(after);
	const { lines: old } = textLines(before);
	let same = 0;
	while (same < lines.length && same < old.length && lines.at(-1 - same) === old.at(-1 - same)) same++;
	return lines.length === old.length && same === lines.length ? -1 : Math.max(0, lines.length - 1 - same);
}

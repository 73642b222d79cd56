/** A text as its lines, as VS Code counts them: behind a final line break stands one more, empty line. */
export interface TextLines {
	readonly text: string;
	/** Without their line breaks, and without a byte order mark. At least one. */
	readonly lines: readonly string[];
	/** Where each line begins, in UTF-16 code units. */
	readonly starts: readonly number[];
	/** What breaks most of its lines; a line feed where there is none. */
	readonly eol: string;
}

/** Reads a text's lines; whatever breaks them. */
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

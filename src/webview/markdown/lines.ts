/** Counts the line breaks of a text. */
export function countLines(text: string): number {
	let lines = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
	return lines;
}

/** Returns the offset of a line, counted from 0; the text's length if there is no such line. */
export function offsetOfLine(text: string, line: number): number {
	let offset = 0;
	for (let i = 0; i < line && offset < text.length; i++) {
		const end = text.indexOf("\n", offset);
		offset = end < 0 ? text.length : end + 1;
	}
	return offset;
}

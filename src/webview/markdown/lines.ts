/** How many line breaks a text has. */
export function countLines(text: string): number {
	let lines = 0;
	for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
	return lines;
}

/** Where a line begins, counted from 0; the text's end for one that is not there. */
export function offsetOfLine(text: string, line: number): number {
	let offset = 0;
	for (let i = 0; i < line && offset < text.length; i++) {
		const end = text.indexOf("\n", offset);
		offset = end < 0 ? text.length : end + 1;
	}
	return offset;
}

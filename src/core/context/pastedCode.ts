/**
 * Returns the lines of a document that contain a pasted text, counted from 1, both included; `undefined` unless the
 * document contains it exactly once.
 */
export function linesOfPasted(whole: string, pasted: string): readonly [first: number, last: number] | undefined {
	const [text, wanted] = [withPlainEnds(whole), withPlainEnds(pasted)];
	const at = wanted.trim() === "" ? -1 : text.indexOf(wanted);
	if (at < 0 || text.indexOf(wanted, at + 1) >= 0) return undefined;
	const first = lineCount(text.slice(0, at));
	// A line break at the end does not begin another line.
	const last = first + lineCount(wanted.endsWith("\n") ? wanted.slice(0, -1) : wanted) - 1;
	return [first, last];
}

function withPlainEnds(text: string): string {
	return text.replaceAll("\r\n", "\n");
}

function lineCount(text: string): number {
	return text.split("\n").length;
}

/** What programs write for programs, such as a picture in Base64: it means nothing to whoever searches. */
const encoded = /[\w+/\\-]{200,}={0,2}/;
/** The same, broken into lines. */
const encodedLines = /^\s*(?:[\w+/-]{60,}\s+)+[\w+/-]*={0,2}$/;

/** What is shorter is quotes and commas. */
const least = 5;

/** The parts of a text that stand before, between and behind such. */
export function partsBesideEncoded(text: string): readonly string[] {
	return text.split(encoded).filter((part) => part.length >= least);
}

/** Whether lines are nothing else. */
export function areEncoded(lines: string): boolean {
	return encodedLines.test(lines);
}

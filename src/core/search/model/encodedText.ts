/** Matches text written by programs for programs, such as a picture in Base64: it is useless in a search. */
const encoded = /[\w+/\\-]{200,}={0,2}/;
/** The same, broken into lines. */
const encodedLines = /^\s*(?:[\w+/-]{60,}\s+)+[\w+/-]*={0,2}$/;

/** Minimum length of a part between encoded texts, in characters: shorter ones are quotes and commas. */
const least = 5;

/** Returns the parts of a text before, between and after encoded parts. */
export function partsBesideEncoded(text: string): readonly string[] {
	return text.split(encoded).filter((part) => part.length >= least);
}

/** Returns whether lines consist of encoded text only. */
export function areEncoded(lines: string): boolean {
	return encodedLines.test(lines);
}

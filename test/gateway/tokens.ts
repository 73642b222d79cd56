const token = /\s*(?:[\p{L}\p{N}\p{M}_]{1,12}|(?<sign>[^\s\p{L}\p{N}\p{M}_])\k<sign>{0,15})|\s+/gu;

/**
 * Splits a text into the pieces that the demo models count as tokens: a word (or 12 characters of a long one) or a
 * run of one sign, with the white space before it. Joined again, they are the text.
 */
export function splitTokens(text: string): readonly string[] {
	return text.match(token) ?? [];
}

/** Returns the number of tokens of a text. */
export function countTokens(text: string): number {
	return splitTokens(text).length;
}

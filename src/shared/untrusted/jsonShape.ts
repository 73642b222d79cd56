import { limits } from "./limits";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** Character codes of `[` and `]`; with the bit below, those of `{` and `}`. */
const openBracket = 0x5b;
const closeBracket = 0x5d;
const braceBit = 0x20;

/**
 * Returns whether JSON is nested no deeper, and contains no more values, than the limits allow; by default, those of
 * files. Checked before the text is parsed, because a small text can take a lot of memory; the parser checks whether it
 * is valid.
 *
 * @param deepest the maximum depth of nested lists and objects.
 * @param most the maximum number of values, including lists and objects.
 */
export function jsonFits(json: string, deepest: number = limits.jsonDepth, most: number = limits.jsonValues): boolean {
	let depth = 0;
	let values = 1;
	for (let at = 0; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === quote) at = endOfText(json, at);
		else if (code === comma) values++;
		else if ((code & ~braceBit) === openBracket) {
			values++;
			depth++;
		} else if ((code & ~braceBit) === closeBracket) depth--;
		if (depth > deepest || values > most) return false;
	}
	return true;
}

/** Returns where the string that begins at a quote ends. */
function endOfText(json: string, from: number): number {
	for (let at = from + 1; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === quote) return at;
		if (code === backslash) at++;
	}
	return json.length;
}

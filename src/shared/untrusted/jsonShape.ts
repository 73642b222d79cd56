import { limits } from "./limits";

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
/** `[` and `]`, and with this bit `{` and `}`. */
const openBracket = 0x5b;
const closeBracket = 0x5d;
const braceBit = 0x20;

/**
 * Whether JSON is nested no deeper, and holds no more values, than the limits allow: those of files, unless others are given.
 * Checked before the text is parsed, because a small text can come to a lot of memory; whether it is valid is left to the
 * parser.
 *
 * @param deepest levels of lists and objects in each other.
 * @param most values, lists and objects included.
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

/** Where a text ends that begins at a quote. */
function endOfText(json: string, from: number): number {
	for (let at = from + 1; at < json.length; at++) {
		const code = json.charCodeAt(at);
		if (code === quote) return at;
		if (code === backslash) at++;
	}
	return json.length;
}

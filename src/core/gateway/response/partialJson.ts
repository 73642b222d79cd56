import { parseObject } from "../parseObject";

/**
 * Parses the beginning of a JSON object or array: closes what is open, leaves out an incomplete member, and keeps every
 * character of a text that arrived. Text after a complete value is ignored. For answers that were cut off, or into
 * which a proxy wrote its own error (docs/gateway-quirks.md#streams). `undefined` when it is not JSON.
 */
export function partialJson(text: string): object | undefined {
	const closers: string[] = [];
	/**
	 * The positions where the text can be cut, the last one first: after what is complete, and before what may not be.
	 */
	let cuts: number[] = [];
	let begun = 0;
	const closed = (end: number, quote = "") => text.slice(0, end) + quote + closers.toReversed().join("");
	for (let at = 0; at < text.length; at++) {
		const character = text[at];
		if (character === '"') {
			const { end, whole } = scanText(text, at);
			if (!whole) return parseObject(closed(end, '"')) ?? firstParsed(cuts.map((cut) => closed(cut)));
			at = end;
			cuts = [at + 1, begun];
		} else if (character === "{" || character === "[") {
			closers.push(character === "{" ? "}" : "]");
			begun = at + 1;
			cuts = [begun];
		} else if (character === "}" || character === "]") {
			if (closers.pop() !== character) return undefined;
			begun = at + 1;
			cuts = [begun];
			if (closers.length === 0) break;
		} else if (character === ",") {
			begun = at;
			cuts = [begun];
		}
	}
	return firstParsed(cuts.map((cut) => closed(cut)));
}

function firstParsed(texts: readonly string[]): object | undefined {
	for (const text of texts) {
		const value = parseObject(text);
		if (value !== undefined) return value;
	}
	return undefined;
}

/**
 * Returns where the string that begins at this quote ends: at its closing quote, or before the first incomplete or
 * invalid character.
 */
function scanText(json: string, quote: number): { end: number; whole: boolean } {
	/** The position after the first half of a surrogate pair written as two escapes, which is not valid alone. */
	let half = -1;
	for (let at = quote + 1; at < json.length; at++) {
		const character = json[at] as string;
		if (character === '"') return { end: at, whole: true };
		const end = half === at ? at - 6 : at;
		if (character < " ") return { end, whole: false };
		if (character !== "\\") continue;
		const length = json[at + 1] === "u" ? 6 : 2;
		if (at + length > json.length) return { end, whole: false };
		if (/^\\ud[89ab]/i.test(json.slice(at, at + 4))) half = at + length;
		at += length - 1;
	}
	return { end: half === json.length ? half - 6 : json.length, whole: false };
}

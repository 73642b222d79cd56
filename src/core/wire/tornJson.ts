import { parseObject } from "./parseObject";

/**
 * The beginning of a JSON object or array, as far as it goes: what is open is closed, a member that is not whole is left
 * out, and a text keeps every character that arrived. What follows a whole value is ignored. For answers that were cut
 * off, or into which a proxy wrote its own error (docs/gateway-quirks.md#streams). `undefined` when it is no JSON.
 */
export function tornJson(text: string): object | undefined {
	const closers: string[] = [];
	/** Where it can be cut, the last first: behind what is whole, and before what may not be. */
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

/** Where a text ends that begins at this quote: at its own, or before the first thing that is not whole or not allowed. */
function scanText(json: string, quote: number): { end: number; whole: boolean } {
	/** Behind the first half of a character that takes two escapes; the half alone is no character. */
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

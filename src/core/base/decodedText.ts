import { hiddenCharacters } from "../../shared/text/hiddenCharacters";
import { limits } from "../../shared/untrusted/limits";

/** A text with layers of encoding removed, and the position in the original of each of its UTF-16 units. */
export interface DecodedText {
	readonly text: string;
	/** Has one more entry than the text has units; absent for the original itself. */
	readonly starts?: Uint32Array;
}

/**
 * Yields the text, then the same text with one layer of encoding after the other removed: the escapes of JSON and
 * JavaScript (`\u0073`, `\u{73}`), percent-encoding (`%73`), HTML's character references (`&#115;`), and invisible
 * characters, which are removed before a text is shown. Takes linear time.
 */
export function* decodedTexts(text: string): Generator<DecodedText> {
	let current: DecodedText | undefined = { text };
	for (let layer = 0; current && layer <= limits.encodingLayers; layer++) {
		yield current;
		current = decodeOnce(current);
	}
}

/**
 * Returns the text without line breaks and the spaces after them, because base64 is often wrapped; `undefined` when
 * there are none. Takes linear time.
 */
export function withoutBreaks(text: string): DecodedText | undefined {
	if (!/[\r\n]/.test(text)) return undefined;
	let behindBreak = false;
	return replaced({ text }, (at) => {
		const unit = text[at] ?? "";
		behindBreak = unit === "\n" || unit === "\r" || (behindBreak && (unit === " " || unit === "\t"));
		return behindBreak ? { unit: "", length: 1 } : undefined;
	});
}

/** Returns `undefined` when there is nothing to decode. */
function decodeOnce(decoded: DecodedText): DecodedText | undefined {
	const { text } = decoded;
	const hidden = plain.test(text) ? [] : hiddenCharacters(text);
	if (hidden.length === 0 && !/[\\%&]/.test(text)) return undefined;
	let next = 0;
	return replaced(decoded, (at) => {
		const found = hidden[next];
		if (found?.index !== at) return escapeAt(text, at);
		next++;
		return { unit: "", length: found.character.length };
	});
}

/** Matches texts in which every character is visible. */
const plain = /^[\t\n\r -~]*$/;

/**
 * @param escapeAt is called for each position in order, except those inside an escape. @returns `undefined` without an
 * escape.
 */
function replaced(
	{ text, starts: before }: DecodedText,
	escapeAt: (at: number) => Escape | undefined,
): DecodedText | undefined {
	const starts = new Uint32Array(text.length + 1);
	const parts: string[] = [];
	let length = 0;
	let kept = 0;
	for (let at = 0; at < text.length; ) {
		const found = escapeAt(at);
		if (found?.unit !== "") starts[length++] = before?.[at] ?? at;
		if (found) {
			parts.push(text.slice(kept, at), found.unit);
			kept = at + found.length;
		}
		at += found?.length ?? 1;
	}
	if (parts.length === 0) return undefined;
	starts[length] = before?.[text.length] ?? text.length;
	return { text: parts.join("") + text.slice(kept), starts };
}

interface Escape {
	/** One UTF-16 unit, or an empty string for a character that is removed. */
	readonly unit: string;
	readonly length: number;
}

/**
 * Returns how many characters of an unfinished escape a cut-off text ends with; 0 when there is none, or when it is
 * complete.
 */
export function cutOffEscape(text: string): number {
	return text.slice(-longestPartial).match(partial)?.[0].length ?? 0;
}

const longestPartial = 12;
const partial =
	/(?:%[0-9a-f]?|\\(?:x[0-9a-f]?|u[0-9a-f]{0,3}|u\{[0-9a-f]{0,8})?|&(?:[a-z]{0,4}|#[0-9]{0,6}|#x[0-9a-f]{0,6}))$/i;

function escapeAt(text: string, at: number): Escape | undefined {
	switch (text[at]) {
		case "\\":
			return backslash(text, at);
		case "%":
			return numbered(text.slice(at + 1, at + 3), 16, 2, 1);
		case "&":
			return reference(text.slice(at + 1, at + 9));
		default:
			return undefined;
	}
}

const controls: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function backslash(text: string, at: number): Escape | undefined {
	const next = text[at + 1];
	if (next === undefined) return undefined;
	if (next === "u" && text[at + 2] === "{") return braced(text.slice(at + 3, at + 3 + longestBraced));
	if (next === "u") return numbered(text.slice(at + 2, at + 6), 16, 4, 2);
	if (next === "x") return numbered(text.slice(at + 2, at + 4), 16, 2, 2);
	if (`"'\\/`.includes(next)) return { unit: next, length: 2 };
	const control = controls[next];
	return control === undefined ? undefined : { unit: control, length: 2 };
}

/** Maximum length of the digits of JavaScript's `\u{73}`, with leading zeros, and the closing brace. */
const longestBraced = 9;

/** @param text the text after the opening brace. */
function braced(text: string): Escape | undefined {
	const count = text.indexOf("}");
	return numbered(text.slice(0, count), 16, count, 4);
}

const names: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

/** @param text the text after the ampersand. */
function reference(text: string): Escape | undefined {
	const end = text.indexOf(";");
	if (end < 1) return undefined;
	const name = text.slice(0, end);
	const unit = Object.hasOwn(names, name) ? names[name] : undefined;
	if (unit !== undefined) return { unit, length: end + 2 };
	if (!name.startsWith("#")) return undefined;
	const hex = name[1] === "x" || name[1] === "X";
	const digits = name.slice(hex ? 2 : 1);
	return numbered(digits, hex ? 16 : 10, digits.length, end + 2 - digits.length);
}

/** @param around how many characters of the escape are not its digits. */
function numbered(digits: string, base: 10 | 16, count: number, around: number): Escape | undefined {
	if (digits.length !== count || count < 1 || !/^[0-9a-f]*$/i.test(digits)) return undefined;
	const code = Number.parseInt(digits, base);
	return Number.isNaN(code) || code > 0xffff ? undefined : { unit: String.fromCharCode(code), length: count + around };
}

import { limits } from "../../shared/untrusted/limits";

/** A text with layers of encoding undone, and where each of its UTF-16 units begins in the original. */
export interface DecodedText {
	readonly text: string;
	/** One more than the text has units; absent for the original itself. */
	readonly starts?: Uint32Array;
}

/**
 * The text, then the same with one layer after the other of its encodings undone: JSON's and JavaScript's escapes (`\u0073`),
 * percent-encoding (`%73`) and HTML's character references (`&#115;`). In linear time.
 */
export function* decodedTexts(text: string): Generator<DecodedText> {
	let current: DecodedText | undefined = { text };
	for (let layer = 0; current && layer <= limits.encodingLayers; layer++) {
		yield current;
		current = decodeOnce(current);
	}
}

/** `undefined` when there is nothing to decode. */
function decodeOnce({ text, starts: before }: DecodedText): DecodedText | undefined {
	if (!text.includes("\\") && !text.includes("%") && !text.includes("&")) return undefined;
	const starts = new Uint32Array(text.length + 1);
	const parts: string[] = [];
	let length = 0;
	let kept = 0;
	for (let at = 0; at < text.length; ) {
		starts[length++] = before?.[at] ?? at;
		const found = escapeAt(text, at);
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
	/** What it stands for. */
	readonly unit: string;
	readonly length: number;
}

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
	if (next === "u") return numbered(text.slice(at + 2, at + 6), 16, 4, 2);
	if (next === "x") return numbered(text.slice(at + 2, at + 4), 16, 2, 2);
	if (`"'\\/`.includes(next)) return { unit: next, length: 2 };
	const control = controls[next];
	return control === undefined ? undefined : { unit: control, length: 2 };
}

const names: Readonly<Record<string, string>> = { amp: "&", quot: '"', apos: "'", lt: "<", gt: ">" };

/** @param text what follows the ampersand. */
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

/** @param around how much of the escape is not its digits. */
function numbered(digits: string, base: 10 | 16, count: number, around: number): Escape | undefined {
	if (digits.length !== count || count === 0 || !/^[0-9a-f]*$/i.test(digits)) return undefined;
	const code = Number.parseInt(digits, base);
	return Number.isNaN(code) || code > 0xffff ? undefined : { unit: String.fromCharCode(code), length: count + around };
}

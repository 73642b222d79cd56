import { decodedTexts } from "./decodedText";

/** How a key may be written in a text whose escapes are undone. */
export interface KeyForms {
	/** In lower case, for a host's name loses its capitals. */
	readonly plain: readonly string[];
	readonly base64: readonly Base64Form[];
}

/** The characters that a key has in base64, wherever it is in what was encoded, as in `Basic` with a user before it. */
export interface Base64Form {
	readonly text: string;
	/** How many characters before it hold bits of the key too. */
	readonly before: 0 | 1;
}

/** Shorter ones are in too many other texts. */
const shortestKey = 4;
const shortestBase64 = 5;

/** The forms of a key; none of one that is so short that half of every text would be hidden. */
export function keyForms(key: string): KeyForms {
	if (key.length < shortestKey) return { plain: [], base64: [] };
	const bytes = Array.from(new TextEncoder().encode(key), (byte) => String.fromCharCode(byte)).join("");
	// A text's escapes are undone where the key itself looks as if it had some.
	const plain = [...decodedTexts(key)].map(({ text }) => text);
	const base64 = ([0, 1, 2] as const).flatMap((offset) => base64Forms(bytes, offset));
	return { plain: [...new Set([...plain, bytes].map(lowerCase))].filter(isLongEnough), base64 };
}

const isLongEnough = ({ length }: string) => length >= shortestKey;

/** @param offset how many bytes are before the key in its group of three. */
function base64Forms(bytes: string, offset: 0 | 1 | 2): readonly Base64Form[] {
	const encoded = btoa("\0".repeat(offset) + bytes);
	// The first and the last character may hold bits of what is around the key.
	const from = offset === 0 ? 0 : offset + 1;
	const text = encoded.slice(from, Math.floor(((offset + bytes.length) * 4) / 3));
	if (text.length < shortestBase64) return [];
	const forms = new Set([text, text.replaceAll("+", "-").replaceAll("/", "_")]);
	return [...forms].map((form) => ({ text: form, before: offset === 0 ? 0 : 1 }));
}

/** The text in lower case, as long as before: a letter whose small form is longer keeps the others where they are. */
export function lowerCase(text: string): string {
	const lower = text.toLowerCase();
	return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

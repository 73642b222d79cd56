import { decodedTexts } from "./decodedText";

/** The forms in which a key may appear in a text whose escapes have been decoded. */
export interface KeyForms {
	/** In lower case, because a host name loses its capitals. */
	readonly plain: readonly string[];
	readonly base64: readonly Base64Form[];
}

/** The characters that a key has in base64 at one of the three alignments, as in `Basic` with a user name before it. */
export interface Base64Form {
	readonly text: string;
	/** The number of preceding characters that also hold bits of the key. */
	readonly before: 0 | 1;
}

/** Minimum lengths of a key and of a base64 form, in characters: shorter ones occur in too many other texts. */
const shortestKey = 4;
const shortestBase64 = 5;

/** Returns the forms of a key; none if it is so short that half of every text would be hidden. */
export function keyForms(key: string): KeyForms {
	if (key.length < shortestKey) return { plain: [], base64: [] };
	const bytes = Array.from(new TextEncoder().encode(key), (byte) => String.fromCharCode(byte)).join("");
	// Texts are decoded before the search, so a key that looks as if it had escapes must be decoded too.
	const plain = [...decodedTexts(key)].map(({ text }) => text);
	const base64 = ([0, 1, 2] as const).flatMap((offset) => base64Forms(bytes, offset));
	return { plain: [...new Set([...plain, bytes].map(lowerCase))].filter(isLongEnough), base64 };
}

const isLongEnough = ({ length }: string) => length >= shortestKey;

/** @param offset the number of bytes before the key in its group of three. */
function base64Forms(bytes: string, offset: 0 | 1 | 2): readonly Base64Form[] {
	const encoded = btoa("\0".repeat(offset) + bytes);
	// The first and the last character may also hold bits of the bytes around the key.
	const from = offset === 0 ? 0 : offset + 1;
	const text = encoded.slice(from, Math.floor(((offset + bytes.length) * 4) / 3));
	if (text.length < shortestBase64) return [];
	const forms = new Set([text, text.replaceAll("+", "-").replaceAll("/", "_")]);
	return [...forms].map((form) => ({ text: form, before: offset === 0 ? 0 : 1 }));
}

/**
 * Converts a text to lower case without changing its length; only ASCII letters are converted if another one would
 * change it.
 */
export function lowerCase(text: string): string {
	const lower = text.toLowerCase();
	return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

import { ownField } from "../../shared/untrusted/ownField";

/** Number of bytes at a file's beginning that decide whether it is text. */
const looked = 8 * 1024;
/** The control characters that are usual in text: backspace, tab, those that end lines and pages, escape. */
const inText = [8, 9, 10, 11, 12, 13, 27];
/** Minimum number of bytes for each other control character; a file that has more of these is not text. */
const bytesToControl = 50;

/**
 * Returns the text of a file's bytes, without a byte order mark; `undefined` when it is not text in UTF-8 or UTF-16.
 *
 * @param encoding another encoding to try, named as in VS Code's `files.encoding`.
 */
export function fileText(bytes: Uint8Array, encoding?: string): string | undefined {
	const marked =
		bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be";
	if (!marked && holdsZero(bytes)) return undefined;
	const text = decoded(bytes, marked || "utf-8");
	// Most other encodings accept any byte as a character.
	if (text !== undefined || encoding === undefined || holdsNoText(bytes)) return text;
	return decoded(bytes, labelOf(encoding));
}

/**
 * Returns the text of a file's bytes with its byte order mark, so that encoding it again gives the same bytes;
 * `undefined` when it is not text in UTF-8.
 */
export function exactText(bytes: Uint8Array): string | undefined {
	if (bytes.includes(0)) return undefined;
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

/** Returns whether bytes cannot be text in any encoding without a byte order mark. */
export function holdsNoText(bytes: Uint8Array): boolean {
	const begin = bytes.subarray(0, looked);
	const controls = begin.reduce((count, byte) => (byte < 32 && !inText.includes(byte) ? count + 1 : count), 0);
	return holdsZero(bytes) || controls > begin.length / bytesToControl;
}

function holdsZero(bytes: Uint8Array): boolean {
	return bytes.subarray(0, looked).includes(0);
}

function decoded(bytes: Uint8Array, label: string): string | undefined {
	try {
		return new TextDecoder(label, { fatal: true }).decode(bytes);
	} catch {
		// The text is in a different encoding, or the encoding is not supported.
		return undefined;
	}
}

/** VS Code's names of encodings that differ from those of the Encoding Standard. */
const labels: Readonly<Record<string, string>> = {
	shiftjis: "shift_jis",
	eucjp: "euc-jp",
	euckr: "euc-kr",
	koi8r: "koi8-r",
	koi8u: "koi8-u",
	macroman: "macintosh",
	big5hkscs: "big5-hkscs",
	cp950: "big5",
};

function labelOf(encoding: string): string {
	return ownField(labels, encoding) ?? encoding.replace(/^windows(?=\d)/, "windows-");
}

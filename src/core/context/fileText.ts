import { ownField } from "../../shared/untrusted/ownField";

/** So much of a file shows whether it is text, in bytes. */
const looked = 8 * 1024;
/** Text has hardly a control character but these: backspace, tab, those that end lines and pages, escape. */
const inText = [8, 9, 10, 11, 12, 13, 27];
/** With more than one of the others in so many bytes it is none. */
const bytesToControl = 50;

/**
 * The text of a file's bytes, without a byte order mark; `undefined` when it is no text in UTF-8 or UTF-16.
 *
 * @param encoding what else it may be in, as VS Code's `files.encoding` names it.
 */
export function fileText(bytes: Uint8Array, encoding?: string): string | undefined {
	const marked =
		bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be";
	if (!marked && holdsZero(bytes)) return undefined;
	const text = decoded(bytes, marked || "utf-8");
	// Most other encodings take any byte for a character.
	if (text !== undefined || encoding === undefined || holdsNoText(bytes)) return text;
	return decoded(bytes, labelOf(encoding));
}

/** Whether these are no characters of any encoding in which a file has no mark. */
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
		// It is in another one, or this one is not known here.
		return undefined;
	}
}

/** Where VS Code's name of an encoding is none of those of the Encoding Standard. */
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

/** So much of a file shows whether it is text, in bytes. */
const looked = 8 * 1024;

/** The text of a file's bytes, without a byte order mark; `undefined` when it is no text in UTF-8 or UTF-16. */
export function fileText(bytes: Uint8Array): string | undefined {
	const encoding =
		bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
	if (encoding === "utf-8" && bytes.subarray(0, looked).includes(0)) return undefined;
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch {
		return undefined;
	}
}

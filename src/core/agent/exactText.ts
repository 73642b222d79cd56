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

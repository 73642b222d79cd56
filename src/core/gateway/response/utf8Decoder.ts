const newDecoder = () => new TextDecoder("utf-8", { ignoreBOM: true });
/** Decodes pieces without incomplete characters; keeps no state. */
const whole = newDecoder();

/**
 * Decodes UTF-8 that arrives in pieces. As long as the pieces are ASCII, each is decoded separately, which is several
 * times faster in Node 20 and 22, though slower for other text. A byte order mark is kept.
 */
export class Utf8Decoder {
	#stream: TextDecoder | undefined;
	/** Whether all pieces so far were ASCII, so that no incomplete character is pending. */
	#isAscii = true;

	/** Returns the text of the next piece; an incomplete character at its end is returned with the following piece. */
	decode(bytes: Uint8Array): string {
		const last = bytes[bytes.length - 1] ?? 0;
		if (!this.#isAscii || last > 0x7f) {
			this.#isAscii = false;
			this.#stream ??= newDecoder();
			return this.#stream.decode(bytes, { stream: true });
		}
		const text = whole.decode(bytes);
		this.#isAscii = text.length === bytes.length;
		return text;
	}
}

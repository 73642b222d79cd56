const mask = "[key]";

/**
 * Removes a key from a stream of bytes. They are forwarded at once, except for an end that may be the beginning of the
 * key, which waits for the next bytes.
 */
export class KeyFilter {
	private held = "";

	/** @param key printable ASCII. */
	constructor(private readonly key: string) {}

	push(bytes: Uint8Array): Uint8Array {
		// One character for each byte, so that every byte stays the same.
		const text = (this.held + Buffer.from(bytes).toString("latin1")).replaceAll(this.key, mask);
		const keep = this.beginning(text);
		this.held = text.slice(text.length - keep);
		return Buffer.from(text.slice(0, text.length - keep), "latin1");
	}

	/** Releases the bytes that were held back at the end: they were not the key. */
	end(): Uint8Array {
		const rest = Buffer.from(this.held, "latin1");
		this.held = "";
		return rest;
	}

	/** Returns the number of characters at the end of a text that may begin the key. */
	private beginning(text: string): number {
		for (let length = Math.min(this.key.length - 1, text.length); length > 0; length--) {
			if (text.endsWith(this.key.slice(0, length))) return length;
		}
		return 0;
	}
}

import type { Attempt } from "./attempt";
import { BodyReader } from "./bodyReader";

/** What was read of a body. */
interface BodyText {
	readonly text: string;
	/** How many bytes that was. */
	readonly length: number;
	/** Whether there was more. */
	readonly cut: boolean;
}

/**
 * All of a body's text, as far as `limit` bytes; a longer one is cut there and its connection closed. In one buffer: pieces
 * of one byte each, kept one by one, would take many times as much memory.
 *
 * @throws the attempt's own reason to end, or what the connection breaks with.
 */
export async function readText(response: Response, attempt: Attempt, limit: number): Promise<BodyText> {
	let buffer = new Uint8Array(Math.min(limit, 64 * 1024));
	let length = 0;
	let cut = false;
	const body = new BodyReader(response.body, attempt.signal);
	try {
		while (!cut) {
			const { done, value: bytes } = await body.read();
			if (done) break;
			attempt.received(bytes.length);
			const room = limit - length;
			cut = bytes.length > room;
			const taken = cut ? bytes.subarray(0, room) : bytes;
			if (length + taken.length > buffer.length) buffer = larger(buffer, length + taken.length, limit);
			buffer.set(taken, length);
			length += taken.length;
		}
	} finally {
		body.cancel();
	}
	return { text: new TextDecoder().decode(buffer.subarray(0, length)), length, cut };
}

/** The same bytes with room for more: at least twice as much, up to the limit. */
function larger(buffer: Uint8Array<ArrayBuffer>, least: number, limit: number): Uint8Array<ArrayBuffer> {
	const grown = new Uint8Array(Math.min(limit, Math.max(2 * buffer.length, least)));
	grown.set(buffer);
	return grown;
}

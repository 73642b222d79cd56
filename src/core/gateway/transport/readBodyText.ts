import type { Attempt } from "./attempt";
import { BodyReader } from "./bodyReader";

/** The part of a body that was read. */
interface BodyText {
	readonly text: string;
	/** Its size in bytes. */
	readonly length: number;
	/** Whether there was more. */
	readonly cut: boolean;
}

const noBytes = new Uint8Array();
/** Minimum number of bytes that are decoded together. */
const gathered = 64 * 1024;

/**
 * Reads a body's text up to `limit` bytes; a longer one is cut there and its connection closed. The text is decoded as
 * it arrives, because decoding a large body at once blocks the window; but not byte by byte, because such strings would
 * take many times as much memory.
 *
 * @throws the attempt's own reason to end, or the error with which the connection breaks.
 */
export async function readBodyText(response: Response, attempt: Attempt, limit: number): Promise<BodyText> {
	const decoder = new TextDecoder();
	const buffer = new Uint8Array(Math.min(limit, gathered));
	let filled = 0;
	let text = "";
	let length = 0;
	let cut = false;
	const decode = (bytes: Uint8Array) => {
		text += decoder.decode(buffer.subarray(0, filled), { stream: true });
		text += decoder.decode(bytes, { stream: true });
		filled = 0;
	};
	const body = new BodyReader(response.body, attempt.signal);
	try {
		while (!cut) {
			const { done, value: bytes } = await body.read();
			if (done) break;
			attempt.received(bytes.length);
			const room = limit - length;
			cut = bytes.length > room;
			const taken = cut ? bytes.subarray(0, room) : bytes;
			length += taken.length;
			if (filled + taken.length > buffer.length) {
				decode(taken);
			} else {
				buffer.set(taken, filled);
				filled += taken.length;
			}
		}
	} finally {
		body.cancel();
	}
	decode(noBytes);
	return { text: text + decoder.decode(), length, cut };
}

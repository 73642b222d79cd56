import type { Attempt } from "./attempt";

/**
 * All of a body's text, as far as `limit` bytes; a longer one is cut there and its connection closed.
 *
 * @throws what the connection breaks with.
 */
export async function readText(response: Response, attempt: Attempt, limit: number): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	let length = 0;
	for await (const bytes of response.body ?? []) {
		attempt.received(bytes.length);
		length += bytes.length;
		text += decoder.decode(length > limit ? bytes.subarray(0, bytes.length - (length - limit)) : bytes, {
			stream: true,
		});
		if (length > limit) break;
	}
	return text + decoder.decode();
}

import assert from "node:assert/strict";
import { Utf8Decoder } from "../../../../../src/core/gateway/response/utf8Decoder";

const texts = {
	ASCII: 'data: {"choices":[{"delta":{"content":"Hello"}}]}\n\ndata: [DONE]\n\n',
	French: 'data: "été"\n\ndata: "ça"\n\n',
	Chinese: "data: 你好\n\n",
	emoji: "a😀b\n\n👩‍👩‍👧\n",
	"a byte order mark": "\ufeffdata: 1\n\n",
};

/** Yields all ways to cut these bytes into three pieces, some of which may be empty. */
function* cuts(bytes: Uint8Array): Generator<Uint8Array[]> {
	for (let first = 0; first <= bytes.length; first++) {
		for (let second = first; second <= bytes.length; second++) {
			yield [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
		}
	}
}

describe("answer: decoding UTF-8 in pieces", () => {
	for (const [name, text] of Object.entries(texts)) {
		it(`returns the same text however ${name} is cut`, () => {
			for (const pieces of cuts(new TextEncoder().encode(text))) {
				const decoder = new Utf8Decoder();
				assert.equal(pieces.map((piece) => decoder.decode(piece)).join(""), text);
			}
		});
	}

	it("returns the platform's text for bytes that are not UTF-8", () => {
		const bytes = Uint8Array.from([
			0x61, 0xff, 0x62, 0xc3, 0x28, 0xe4, 0xbd, 0x0a, 0xf0, 0x9f, 0x0a, 0xed, 0xa0, 0x80, 0x0a,
		]);
		const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
		for (const pieces of cuts(bytes)) {
			const decoder = new Utf8Decoder();
			assert.equal(pieces.map((piece) => decoder.decode(piece)).join(""), whole);
		}
	});
});

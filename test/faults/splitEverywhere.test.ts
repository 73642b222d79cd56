import assert from "node:assert/strict";
import { chatQuirks } from "../gateway/quirks/chat";
import { streamQuirks } from "../gateway/quirks/streams";
import { clientOf, collect, never, question } from "../unit/core/gateway/gatewayHarness";
import { FaultWorld } from "./faultWorld";
import { answerOf, readBody } from "./readBody";

const fixtures = [...chatQuirks, ...streamQuirks];

describe("faults: every stream, split at every byte", () => {
	for (const { name, body } of fixtures) {
		it(`has the same result: ${name}`, async () => {
			const whole = await readBody([body]);
			for (let at = 1; at < body.length; at++) {
				assert.deepEqual(await readBody([body.subarray(0, at), body.subarray(at)]), whole, `split at ${at}`);
			}
			const bytes = Array.from(body, (byte) => Uint8Array.of(byte));
			assert.deepEqual(await readBody(bytes), whole, "a byte at a time");
		});
	}

	it("has the same result over HTTP, at some of the bytes", async () => {
		const server = await FaultWorld.start();
		try {
			const client = clientOf(server.url);
			for (const { name, body } of fixtures) {
				const whole = await readBody([body]);
				for (const share of [0.2, 0.5, 0.8]) {
					const at = Math.round(body.length * share);
					const pieces = [body.subarray(0, at), body.subarray(at)];
					server.script({ match: "/v1/chat/completions", chunks: pieces.map((data) => ({ type: "bytes", data })) });
					const read = await answerOf(collect(client.chat(question("hello"), never)));
					assert.deepEqual(read, whole, `${name}, split at ${at}`);
				}
			}
		} finally {
			await server.close();
		}
	});
});

describe("faults: every complete answer, cut off at every byte", () => {
	for (const { name, body, expected } of fixtures) {
		// Half a tag counts as text, because it may not become a tag.
		if ("failed" in expected || typeof expected.end !== "string" || Buffer.from(body).includes("<think>")) continue;
		it(`keeps the text that has arrived, and is incomplete: ${name}`, async () => {
			let longest = 0;
			for (let at = 0; at <= body.length; at++) {
				const { text, reasoning, end } = await readBody([body.subarray(0, at)]);
				assert.ok(expected.text.startsWith(text), `cut at ${at}: ${text}`);
				assert.ok(expected.reasoning.startsWith(reasoning), `cut at ${at}: ${reasoning}`);
				assert.ok(text.length >= longest, `cut at ${at}: less than before`);
				longest = text.length;
				if (end.startsWith("finished")) assert.equal(text, expected.text, `cut at ${at}`);
				else assert.match(end, /^(?:failed )?malformed: The gateway ended the answer early\.$/, `cut at ${at}`);
			}
			assert.equal(longest, expected.text.length);
		});
	}
});

import assert from "node:assert/strict";
import { chatPath, closeGatewaysAfterEach, joined, openGateway, pieces, question, readStream } from "./gatewayHarness";

describe("gateway: POST /v1/chat/completions, streamed", () => {
	closeGatewaysAfterEach();

	async function stream(content: string, more: Record<string, unknown> = {}) {
		const { post } = await openGateway();
		const response = await post(chatPath, question(content, { stream: true, ...more }));
		assert.equal(response.status, 200);
		assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
		return readStream(await response.text());
	}

	it("sends the answer piece by piece, then the finish_reason, then [DONE]", async () => {
		const { chunks, done } = await stream("one two  three\n");
		assert.ok(done);
		assert.deepEqual(
			chunks.map(({ choices }) => [choices[0]?.delta, choices[0]?.finish_reason]),
			[
				[{ role: "assistant", content: "" }, null],
				[{ content: "one" }, null],
				[{ content: " two" }, null],
				[{ content: "  three" }, null],
				[{ content: "\n" }, null],
				[{}, "stop"],
			],
		);
		for (const { id, object, model } of chunks) {
			assert.deepEqual([id, object, model], [chunks[0]?.id, "chat.completion.chunk", "demo-echo"]);
		}
	});

	it("streams the same text as an answer in one piece", async () => {
		const { post } = await openGateway();
		const body = question("```ts\nconst x = 1;\n```", { model: "demo-chat" });
		const whole = await (await post(chatPath, body)).json();
		const { chunks } = readStream(await (await post(chatPath, { ...body, stream: true })).text());
		assert.equal(joined(chunks), whole.choices[0].message.content);
		assert.ok(chunks.length > 20);
	});

	it("limits a streamed answer to max_tokens, too", async () => {
		const { chunks } = await stream("one two three", { max_tokens: 2 });
		assert.equal(joined(chunks), "one two");
		assert.equal(chunks.at(-1)?.choices[0]?.finish_reason, "length");
	});

	it("counts tokens only if asked", async () => {
		for (const more of [{}, { stream_options: {} }, { stream_options: { include_usage: false } }]) {
			const { chunks } = await stream("one two", more);
			assert.ok(chunks.every((chunk) => !("usage" in chunk)));
		}
		const { chunks, done } = await stream("one two", { stream_options: { include_usage: true } });
		assert.ok(done);
		const last = chunks.at(-1);
		assert.deepEqual(last?.choices, []);
		assert.deepEqual(last?.usage, { prompt_tokens: 2, completion_tokens: 2, total_tokens: 4 });
		assert.equal(chunks.at(-2)?.choices[0]?.finish_reason, "stop");
	});

	it("sends the first piece before the last: it arrives although the pause after it never ends", async () => {
		const { post } = await openGateway({ streamDelayMs: 2 ** 30 });
		const response = await post(chatPath, question("one two", { stream: true }));
		const first = await pieces(response).next();
		assert.equal(readStream(first.value ?? "").chunks[0]?.choices[0]?.delta.role, "assistant");
	});

	it("stops working for a client that has disconnected", async () => {
		const { post, gateway } = await openGateway({ streamDelayMs: 2 ** 30 });
		const next = gateway.nextRequest();
		const stop = new AbortController();
		await post(chatPath, question("one two", { stream: true }), { signal: stop.signal });
		stop.abort();
		assert.equal(await (await next).ended, "broken");
	});
});

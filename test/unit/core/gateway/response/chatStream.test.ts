import assert from "node:assert/strict";
import type { DemoGateway } from "../../../../gateway/demoGateway";
import { sseChunk, sseDone, sseEvent } from "../../../../gateway/endpoints/sseChunk";
import type { Step } from "../../../../gateway/script";
import { canaryKey, type clientOf, closing, collect, connectedGateway, never, question } from "../gatewayHarness";

describe("answer: the chat stream", () => {
	let server: DemoGateway;
	let client: ReturnType<typeof clientOf>;
	beforeEach(async () => ({ server, client } = await connectedGateway()));
	afterEach(() => closing(server));

	const bytes = (...data: (string | Uint8Array)[]): Step[] => data.map((piece) => ({ type: "bytes", data: piece }));
	const chat = (signal = never) => collect(client.chat(question("hello"), signal));
	const stop = sseChunk({}, "stop");

	it("has the demo gateway's answer and its end", async () => {
		const { text, end } = await collect(client.chat(question("```ts\nlet a = 1;\n```\nwhy?", "demo-chat"), never));
		assert.match(text, /stand-in/);
		assert.deepEqual(end, { type: "finished", reason: "stop" });
	});

	it("yields text while the rest is still held back", async () => {
		let release = () => {};
		const until = new Promise<void>((resolve) => (release = resolve));
		server.script({
			chunks: [...bytes(sseChunk("first ")), { type: "wait", until }, ...bytes(sseChunk("second"), stop)],
		});
		const iterator = client.chat(question("hello"), never)[Symbol.asyncIterator]();
		assert.deepEqual((await iterator.next()).value, { type: "text", text: "first " });
		release();
		assert.deepEqual((await iterator.next()).value, { type: "text", text: "second" });
		assert.deepEqual((await iterator.next()).value, { type: "finished", reason: "stop" });
		assert.equal((await iterator.next()).done, true);
	});

	for (const [name, body] of [
		["null events between the chunks", ["data: null\n\n", sseChunk("héllo"), "data: null\n\n", stop, sseDone]],
		[
			"content that is one part, not a list",
			[sseEvent({ choices: [{ delta: { content: { type: "text", text: "héllo" } } }] }), stop, sseDone],
		],
		["an answer without [DONE]", [sseChunk("héllo"), stop]],
		["[DONE] with a space after it", [sseChunk("héllo"), stop, "data: [DONE] \n\n"]],
		[
			"a first delta whose content is null",
			[sseChunk({ role: "assistant", content: null }), sseChunk("héllo"), stop, sseDone],
		],
		["comment lines and empty data", [": ping\n\n", "data:\n\n", sseChunk("héllo"), ": ping\n\n", stop, sseDone]],
		["CRLF", [(sseChunk("héllo") + stop).replaceAll("\n", "\r\n")]],
		["a byte order mark", [`\uFEFF${sseChunk("héllo")}`, stop]],
		["no final blank line", [sseChunk("héllo"), stop.trimEnd()]],
		[
			"a usage chunk without choices",
			[sseChunk("héllo"), stop, sseEvent({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }), sseDone],
		],
		["content in parts", [sseEvent({ choices: [{ delta: { content: [{ type: "text", text: "héllo" }] } }] }), stop]],
	] as const) {
		it(`reads ${name}, split at every byte`, async () => {
			const whole = Buffer.from(body.join(""));
			for (let at = 1; at < whole.length; at++) {
				server.script({ chunks: bytes(whole.subarray(0, at), whole.subarray(at)) });
				const { text, end } = await chat();
				assert.equal(text, "héllo", `split at ${at}`);
				assert.deepEqual(end, { type: "finished", reason: "stop" }, `split at ${at}`);
			}
		});
	}

	for (const field of ["reasoning", "reasoning_content"]) {
		it(`separates ${field} from the answer`, async () => {
			server.script({ chunks: bytes(sseEvent({ choices: [{ delta: { [field]: "hm" } }] }), sseChunk("so"), stop) });
			const { text, reasoning } = await chat();
			assert.deepEqual({ text, reasoning }, { text: "so", reasoning: "hm" });
		});
	}

	it("reads one plain completion as an answer", async () => {
		server.script({
			json: { choices: [{ message: { content: "whole" }, finish_reason: "stop" }], usage: { completion_tokens: 1 } },
		});
		const { text, end, events } = await chat();
		assert.equal(text, "whole");
		assert.deepEqual(end, { type: "finished", reason: "stop" });
		assert.ok(events.some(({ type }) => type === "usage"));
	});

	for (const [name, steps] of [
		["a clean end", []],
		["[DONE] alone", bytes(sseDone)],
		["the text None as a reason in Python's words", bytes(sseChunk("", "None"), sseDone)],
		["Gemini's value for no reason", bytes(sseChunk("", "FINISH_REASON_UNSPECIFIED"), sseDone)],
		["a reset", [{ type: "reset" }]],
		["an error object", bytes(sseEvent({ error: { message: `upstream died ${canaryKey}` } }), sseDone)],
		["an error event", bytes('event: error\ndata: {"message":"upstream died"}\n\n')],
		["finish_reason error", bytes(sseChunk({}, "error"), sseDone)],
		["a proxy's raw text", bytes("data: 502 Bad Gateway\n\n")],
	] as const satisfies [string, readonly Step[]][]) {
		it(`${name} before a finish_reason is an interruption that keeps the text`, async () => {
			let release = () => {};
			const until = new Promise<void>((resolve) => (release = resolve));
			server.script({ chunks: [...bytes(sseChunk("half")), { type: "wait", until }, ...steps] });
			const events: string[] = [];
			let end: unknown;
			for await (const event of client.chat(question("hello"), never)) {
				if (event.type === "text") events.push(event.text);
				end = event;
				release();
			}
			assert.deepEqual(events, ["half"]);
			assert.ok(end && typeof end === "object" && "cause" in end && end.cause instanceof Error);
			assert.ok(!end.cause.message.includes(canaryKey));
		});
	}

	it("an answer ends with [DONE], even if the connection stays open", async () => {
		server.script({ chunks: [...bytes(sseChunk("whole"), stop, sseDone), { type: "stall" }] });
		assert.deepEqual((await chat()).end, { type: "finished", reason: "stop" });
	});

	it("a complete answer stays complete when it is stopped before the connection closes", async () => {
		server.script({ chunks: [...bytes(sseChunk("whole") + stop + sseChunk("")), { type: "stall" }] });
		const abort = new AbortController();
		let end: unknown;
		for await (const event of client.chat(question("hello"), abort.signal)) {
			end = event;
			abort.abort();
		}
		assert.deepEqual(end, { type: "finished", reason: "stop" });
	});

	for (const body of ['data: {"detail":"quota exhausted"}\n\n', 'data: {"error":"quota exhausted"}']) {
		it(`reports the gateway's error after the 200: ${body.trim()}`, async () => {
			server.script({ chunks: bytes(body) });
			await assert.rejects(chat(), { name: "GatewayError", message: /quota exhausted/ });
		});
	}

	it("a stream that ends before any text is a failure that can be retried", async () => {
		server.script({ chunks: bytes(sseDone) });
		await assert.rejects(chat(), { name: "GatewayError", reason: "malformed" });
	});

	for (const how of ["end", "done", "reset"] as const) {
		it(`the demo's own answer keeps what arrived when it is cut off by ${how}`, async () => {
			server.script({ cut: { afterChunks: 3, how } });
			const outcome = collect(client.chat(question("a longer question with many words", "demo-chat"), never));
			if (how === "reset") {
				// A reset may discard unread data; then it is a failure with an equally clear message.
				const settled = await outcome.catch((error: unknown) => error);
				if (settled instanceof Error) return assert.match(settled.message, /cannot be reached|was lost/);
			}
			assert.equal((await outcome).end?.type, "interrupted");
		});
	}

	it("ends quietly when it is cancelled, and the gateway sees the connection close", async () => {
		server.script({ chunks: [...bytes(sseChunk("half")), { type: "stall" }] });
		const abort = new AbortController();
		const asked = server.nextRequest();
		let text = "";
		for await (const event of client.chat(question("hello"), abort.signal)) {
			if (event.type === "text") text += event.text;
			abort.abort();
		}
		assert.equal(text, "half");
		assert.equal(await (await asked).ended, "broken");
	});
});

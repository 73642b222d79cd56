import assert from "node:assert/strict";
import { setTimeout as pause, setImmediate as turn } from "node:timers/promises";
import { KnownKeys } from "../../../../src/core/base/knownKeys";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { CapabilityStore } from "../../../../src/core/gateway/capabilities/capabilityStore";
import { createGateway } from "../../../../src/core/gateway/client";
import { AnswerReader } from "../../../../src/core/gateway/response/answerReader";
import { RequestTimer } from "../../../../src/core/gateway/transport/requestTimer";
import { sseChunk } from "../../../gateway/endpoints/sseChunk";
import { manualClock, memoryLogChannel, memoryState } from "../memoryPorts";
import {
	canaryKey,
	clientOf,
	closing,
	collect,
	connectedGateway,
	never,
	question,
	testGatewayServices,
} from "./gatewayHarness";

describe("answer: its end", () => {
	const reading = () =>
		new AnswerReader({
			url: "u",
			response: { status: 200 },
			attempt: { redact: new KnownKeys([canaryKey]).redact },
		});
	const read = (text: string) => {
		const reader = reading();
		reader.push(text);
		reader.end();
		return reader.take();
	};

	it("keeps all text when an error arrives in the same chunk", () => {
		const events = read(
			`data: {"choices":[{"delta":{"content":"half "}}]}\n\ndata: {"choices":[{"delta":{"content":"more"},"finish_reason":"error"}],"error":{"message":"gone"}}\n\n`,
		);
		assert.equal(events.map((event) => ("text" in event ? event.text : "")).join(""), "half more");
	});

	it("has no thought if that is blank", () => {
		const events = read(`data: {"choices":[{"delta":{"content":"<think>\\n\\n</think>\\n\\nHi"}}]}\n\n`);
		assert.ok(!events.some(({ type }) => type === "reasoning"));
	});

	it("keeps all text when that quotes a thought's tags", () => {
		const content = "Write:\n```\n<think>why</think>\nanswer\n```";
		const events = read(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
		assert.deepEqual(events, [{ type: "text", text: content }]);
	});

	it("has the thought that the chat template opened, whether or not a part of it was shown", () => {
		const [before, after] = [sseChunk("hm\n</thi"), sseChunk("nk>So.")];
		assert.deepEqual(read(before + after), [
			{ type: "reasoning", text: "hm\n" },
			{ type: "text", text: "So." },
		]);
		const reader = reading();
		reader.push(before);
		assert.deepEqual(reader.take(), [{ type: "text", text: "hm\n" }]);
		reader.push(after);
		assert.deepEqual(reader.take(), [{ type: "wasReasoning" }, { type: "text", text: "So." }]);
		assert.deepEqual(read(sseChunk(" \n</think>So.")), [{ type: "text", text: "So." }]);
	});

	it("keeps a closing tag in the text if the gateway separates reasoning", () => {
		for (const thought of [sseChunk({ reasoning_content: "hm" }), sseChunk("<think>hm</think>")]) {
			assert.deepEqual(read(`${thought + sseChunk("a\n</think>")}${sseChunk("b")}`), [
				{ type: "reasoning", text: "hm" },
				{ type: "text", text: "a\n</think>b" },
			]);
		}
	});

	it("has the thought between tags after a blank one", () => {
		const events = read(sseChunk({ reasoning_content: "\n" }) + sseChunk("<think>why</think>So."));
		assert.deepEqual(events, [
			{ type: "reasoning", text: "\nwhy" },
			{ type: "text", text: "So." },
		]);
	});

	it("keeps its reason if only spaces follow", async () => {
		const { server, client } = await connectedGateway();
		const data = `${sseChunk("All") + sseChunk({}, "stop") + sseChunk("\n")}data: [DONE]\n\n`;
		server.script({ chunks: [{ type: "bytes", data }] });
		const { text, end } = await collect(client.chat(question("hello"), never));
		assert.equal(text, "All\n");
		assert.deepEqual(end, { type: "finished", reason: "stop" });
		await closing(server);
	});

	for (const [what, rest] of [
		["an error", 'data: {"error":{"message":"Upstream died"}}\n\n'],
		["invalid JSON", "data: 502 Bad Gateway\n\n"],
		["a proxy's text", "upstream reset\n"],
	] as const) {
		it(`is an interruption when ${what} follows reasons in every chunk`, async () => {
			const { server, client } = await connectedGateway();
			for (const data of [sseChunk("Half ", "stop"), sseChunk("Half", "stop") + sseChunk(" of it", "stop")]) {
				server.script({ chunks: [{ type: "bytes", data: data + rest }] });
				const { text, end } = await collect(client.chat(question("hello"), never));
				assert.match(text, /^Half/);
				assert.equal(end?.type, "interrupted");
			}
			await closing(server);
		});
	}

	it("is complete when an error follows a reason after all the text", async () => {
		const { server, client } = await connectedGateway();
		const data = `${sseChunk("All") + sseChunk({}, "stop")}data: {"error":{"message":"Upstream died"}}\n\n`;
		server.script({ chunks: [{ type: "bytes", data }] });
		const { end } = await collect(client.chat(question("hello"), never));
		assert.deepEqual(end, { type: "finished", reason: "stop" });
		await closing(server);
	});

	it("is an interruption when the connection breaks after a first chunk with text and a reason", async () => {
		const { server, client } = await connectedGateway();
		server.script({ chunks: [{ type: "bytes", data: sseChunk("Half ", "stop") }, { type: "reset" }] });
		const { text, end } = await collect(client.chat(question("hello"), never));
		assert.equal(text, "Half ");
		assert.equal(end?.type, "interrupted");
		await closing(server);
	});

	it("does not come with its reason if more text follows, before or after three seconds", async () => {
		for (const first of [sseChunk("", "stop"), sseChunk("Half ", "stop"), sseChunk("Half ") + sseChunk({}, "stop")]) {
			const { server, client, clock, shared } = await connectedGateway();
			let goOn = () => {};
			const until = new Promise<void>((resolve) => (goOn = resolve));
			server.script({
				chunks: [
					{ type: "bytes", data: `${first}: ping\n\n` },
					{ type: "wait", until },
					{ type: "bytes", data: sseChunk("and half") },
					{ type: "wait", until: new Promise((resolve) => setImmediate(resolve)) },
					{ type: "bytes", data: sseChunk({}, "length") },
				],
			});
			const isEnding = first.startsWith(sseChunk("Half "));
			const answer = collect(client.chat(question("hello"), never));
			while (!shared.ledger.records[0]?.bytesIn) await pause(5);
			await turn();
			// Only a reason that comes with or after text is believed, and only for three seconds.
			clock.advance(isEnding ? 2_900 : 100_000);
			goOn();
			const { text, end } = await answer;
			assert.match(text, /^(?:Half )?and half$/);
			assert.deepEqual(end, { type: "finished", reason: "length" });
			assert.equal(clock.pending, 0);
			await closing(server);
		}
	});

	it("has no event when the user stops an answer with a reason in every chunk", async () => {
		const { server, client } = await connectedGateway();
		server.script({
			chunks: [{ type: "bytes", data: sseChunk("a", "stop") + sseChunk("b", "stop") }, { type: "stall" }],
		});
		const abort = new AbortController();
		const events = client.chat(question("hello"), abort.signal)[Symbol.asyncIterator]();
		assert.deepEqual((await events.next()).value, { type: "text", text: "ab" });
		const end = events.next();
		abort.abort();
		assert.deepEqual(await end, { done: true, value: undefined });
		await closing(server);
	});

	it("comes three seconds after its reason, however much still arrives", () => {
		const clock = manualClock();
		const timer = new RequestTimer(clock, { connect: 0, firstByte: 0, silence: 0 }, "o", never);
		timer.closing(3000);
		clock.advance(2000);
		timer.closing(3000);
		clock.advance(1000);
		assert.ok(timer.signal.aborted);
		timer.dispose();
	});

	it("is immediate when the user stops while the key is read", async () => {
		const abort = new AbortController();
		let asked = () => {};
		const asking = new Promise<void>((resolve) => (asked = resolve));
		const read = () => {
			asked();
			return new Promise<string>(() => {});
		};
		const client = createGateway(parseBaseUrl("http://127.0.0.1:9"), { read }, testGatewayServices());
		const over = collect(client.chat(question("x"), abort.signal));
		await asking;
		abort.abort();
		assert.deepEqual((await over).events, []);
	});

	it("is normal when learned capabilities cannot be saved", async () => {
		const { server } = await connectedGateway();
		const broken = { ...memoryState(), set: async () => Promise.reject(new Error("disk full")) };
		const log = memoryLogChannel();
		const shared = testGatewayServices({ capabilities: new CapabilityStore(broken), log });
		server.script({ status: 400, json: { error: { message: "Unsupported", param: "temperature" } } });
		const client = clientOf(server.url, canaryKey, shared);
		assert.equal((await collect(client.chat({ ...question("hello"), temperature: 0.5 }, never))).text, "hello");
		server.script({ status: 400, json: { error: { message: "maximum context length is 4096 tokens" } } });
		await assert.rejects(collect(client.chat(question("hello"), never)), { reason: "contextOverflow" });
		assert.equal(log.lines.filter((line) => line.includes("cannot be saved: ")).length, 2);
		await closing(server);
	});

	it("is in the ledger even if the connection stays open", async () => {
		const { server, client, clock, shared } = await connectedGateway();
		server.script({ chunks: [{ type: "bytes", data: sseChunk("hello") + sseChunk({}, "stop") }, { type: "stall" }] });
		const events = client.chat(question("hello"), never)[Symbol.asyncIterator]();
		assert.deepEqual((await events.next()).value, { type: "text", text: "hello" });
		const end = events.next();
		// The reason arrived with the text, so the three seconds begin when the next piece is awaited.
		await Promise.resolve();
		clock.advance(4000);
		assert.equal((await end).value?.type, "finished");
		assert.equal(shared.ledger.records[0]?.failure, undefined);
		await closing(server);
	});
});

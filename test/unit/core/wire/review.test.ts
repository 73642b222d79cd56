import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../src/core/wire/baseUrl";
import { CapabilityStore } from "../../../../src/core/wire/capabilityStore";
import { AnswerReader } from "../../../../src/core/wire/answerReader";
import { contextLimit } from "../../../../src/core/wire/contextLimit";
import { GatewayError } from "../../../../src/core/wire/gatewayError";
import { RequestTimer } from "../../../../src/core/wire/requestTimer";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { sseChunk, sseDone } from "../../../gateway/sseChunk";
import { manualClock, memoryState } from "../memoryPorts";
import { checkUp, doctorDeps } from "../doctor/doctorHarness";
import { canaryKey, closing, collect, never, question, testWire, wire } from "./wireHarness";

const forEver = { times: Number.POSITIVE_INFINITY };

describe("review", () => {
	let t: Awaited<ReturnType<typeof wire>>;
	let server: DemoGateway;
	beforeEach(async () => {
		t = await wire();
		server = t.server;
	});
	afterEach(() => closing(server));
	const learned = (model = "demo-echo") => t.shared.capabilities.get(`${server.url}/v1`, model);
	const withSystem = {
		...question("hello"),
		messages: [{ role: "system", content: "Be brief." } as const, ...question("hello").messages],
	};

	it("429 of Anthropic: a rate limit per minute is no context length", async () => {
		server.script({
			status: 429,
			headers: { "retry-after": "7" },
			json: {
				type: "error",
				error: {
					type: "rate_limit_error",
					message:
						"This request would exceed your organization's rate limit of 40,000 input tokens per minute. For details, refer to the docs.",
				},
			},
		});
		const answer = await collect(t.client.chat(question("hello"), never, t.hurry)).catch((e: GatewayError) => e.reason);
		assert.deepEqual(learned(), {});
		assert.equal(typeof answer === "string" ? answer : answer.text, "hello");
	});

	for (const message of [
		"You have reached your daily token limit. Try again later.",
		"The request queue is too long. Please retry.",
		"Too many tokens per minute: limit of 10000 tokens. Retry after 7 seconds.",
	]) {
		it(`429 with Retry-After is waited for: ${message}`, async () => {
			server.script({ status: 429, headers: { "retry-after": "7" }, json: { error: { message } } });
			const answer = await collect(t.client.chat(question("hello"), never, t.hurry)).catch(
				(e: GatewayError) => e.reason,
			);
			assert.deepEqual(learned(), {});
			assert.equal(typeof answer === "string" ? answer : answer.text, "hello");
		});
	}

	for (const message of ["Request took too long", "Model took too long to respond, try again"]) {
		it(`500 is tried again: ${message}`, async () => {
			server.script({ status: 500, json: { error: { message } } });
			const answer = await collect(t.client.chat(question("hello"), never, t.hurry)).catch(
				(e: GatewayError) => e.reason,
			);
			assert.equal(typeof answer === "string" ? answer : answer.text, "hello");
		});
	}

	for (const message of ["Internal system error", "The system is overloaded, please try again later"]) {
		it(`500 that speaks of another system teaches nothing: ${message}`, async () => {
			server.script({ status: 500, json: { error: { message } }, times: 4 });
			await collect(t.client.chat(withSystem, never, t.hurry)).catch(() => undefined);
			assert.deepEqual(learned(), {});
		});
	}

	it("an array refused with the word embeddings does not make it a chat model", async () => {
		await t.shared.capabilities.learn(`${server.url}/v1`, "demo-embed", { embeddingArrays: true });
		server.script({
			status: 400,
			json: { error: { message: "A list of inputs is not supported by this embeddings endpoint" } },
			match: ({ json }) => Array.isArray((json as { input?: unknown }).input),
			...forEver,
		});
		await t.client.embed("demo-embed", ["a", "b", "c"], never);
		assert.deepEqual(learned("demo-embed"), { embeddingArrays: false });
	});

	for (const [message, status] of [
		["This model does not support streaming chat completions", 400],
		["azure does not support parameters: {'tools': []}, for model=chat-large", 400],
		["Your plan does not support chat completions for this model", 400],
		["This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?", 404],
	] as const) {
		it(`does not become an embedding model: ${message}`, async () => {
			server.script({ status, json: { error: { message } } });
			await collect(t.client.chat(question("hello"), never, t.hurry)).catch(() => undefined);
			assert.notEqual(learned().kind, "embedding");
		});
	}

	it("a good answer takes back that the model is for embedding", async () => {
		await t.shared.capabilities.learn(`${server.url}/v1`, "demo-echo", { kind: "embedding" });
		await collect(t.client.chat(question("hello"), never));
		assert.notEqual(learned().kind, "embedding");
	});

	for (const [name, asked, message] of [
		["TGI temperature 0", { temperature: 0 }, "Input validation error: `temperature` must be strictly positive"],
		["DeepSeek max_tokens", { maxTokens: 100000 }, "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"],
		["LiteLLM max_tokens", { maxTokens: 20000 }, "max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens"],
	] as const) {
		it(`a value that is refused is not a field that is refused: ${name}`, async () => {
			server.script({ status: 400, json: { error: { message } } });
			await collect(t.client.chat({ ...question("hello"), ...asked }, never)).catch(() => undefined);
			assert.deepEqual(learned(), {});
		});
	}

	it("one torn answer to a batch does not teach one at a time", async () => {
		await t.shared.capabilities.learn(`${server.url}/v1`, "demo-embed", { embeddingArrays: true });
		server.script({ body: "upstream connect error" });
		await t.client.embed("demo-embed", ["a", "b", "c"], never).catch(() => undefined);
		assert.deepEqual(learned("demo-embed"), { embeddingArrays: true });
	});

	it("one text that is too long does not make all batches small for good", async () => {
		await t.shared.capabilities.learn(`${server.url}/v1`, "demo-embed", { embeddingArrays: true });
		server.script({
			status: 400,
			json: { error: { message: "This model's maximum context length is 512 tokens, but the input has 9000" } },
			match: ({ body }) => body.includes("LONG"),
			...forEver,
		});
		await t.client.embed("demo-embed", ["LONG", ..."abcdefghi"], never).catch(() => undefined);
		assert.notEqual(learned("demo-embed").embeddingBatch, 1);
	});

	it("one empty text does not teach one at a time", async () => {
		await t.shared.capabilities.learn(`${server.url}/v1`, "demo-embed", { embeddingArrays: true });
		server.script({
			status: 400,
			json: { error: { message: "input cannot be an empty string" } },
			match: ({ body }) => body.includes('""'),
			...forEver,
		});
		await t.client.embed("demo-embed", ["", "b", "c"], never).catch(() => undefined);
		assert.deepEqual(learned("demo-embed"), { embeddingArrays: true });
	});

	it("contextLimit takes the limit, not what was asked", () => {
		assert.notEqual(contextLimit("Context length exceeded (9000 > 8192)"), 9000);
		assert.notEqual(contextLimit("context window: 9000 tokens requested, 8192 allowed"), 9000);
	});

	it("400 Invalid bearer token is about the key", async () => {
		server.script({ status: 400, json: { error: { message: "Invalid bearer token" } } });
		await assert.rejects(collect(t.client.chat(question("hello"), never)), { reason: "unauthorized" });
	});

	it("a chunk with text and an error loses no text", () => {
		const reader = new AnswerReader({ url: "u", status: 200, key: canaryKey });
		reader.push(
			`data: {"choices":[{"delta":{"content":"half "}}]}\n\ndata: {"choices":[{"delta":{"content":"more"},"finish_reason":"error"}],"error":{"message":"gone"}}\n\n`,
		);
		reader.end();
		const text = reader.take().map((e) => ("text" in e ? e.text : "")).join("");
		assert.equal(text, "half more");
	});

	it("a blank thought is no thought", () => {
		const reader = new AnswerReader({ url: "u", status: 200, key: canaryKey });
		reader.push(`data: {"choices":[{"delta":{"content":"<think>\\n\\n</think>\\n\\nHi"}}]}\n\n`);
		reader.end();
		assert.ok(!reader.take().some((e) => e.type === "reasoning"));
	});

	it("the doctor does not take a refused encoding_format for refused arrays", async () => {
		server.script({
			match: ({ body, path }) => path.endsWith("/embeddings") && body.includes("encoding_format"),
			status: 422,
			json: { detail: [{ loc: ["body", "encoding_format"], msg: "Extra inputs are not permitted" }] },
			...forEver,
		});
		const found: unknown[] = [];
		await checkUp(
			doctorDeps(server.url, {
				findings: { usage: async () => {}, embeddings: async (_, __, f) => void found.push(f) },
			}),
		);
		assert.deepEqual(found, [{ arrays: true, dimension: 384 }]);
	});

	it("the doctor understands base64 vectors", async () => {
		const b64 = Buffer.from(Float32Array.from([1, 2, 3]).buffer).toString("base64");
		server.script({
			match: ({ path, json }) => path.endsWith("/embeddings") && Array.isArray((json as { input?: unknown })?.input),
			json: { data: [{ index: 0, embedding: b64 }, { index: 1, embedding: b64 }] },
			...forEver,
		});
		server.script({
			match: ({ path }) => path.endsWith("/embeddings"),
			json: { data: [{ index: 0, embedding: b64 }] },
		});
		const found: unknown[] = [];
		await checkUp(
			doctorDeps(server.url, {
				findings: { usage: async () => {}, embeddings: async (_, __, f) => void found.push(f) },
			}),
		);
		assert.deepEqual(found, [{ arrays: true, dimension: 3 }]);
	});

	it("what follows the end gets three seconds once", () => {
		const clock = manualClock();
		const timer = new RequestTimer(clock, { connect: 0, firstByte: 0, silence: 0 }, "o", never);
		for (let i = 0; i < 10; i++) {
			timer.closing(3000);
			clock.advance(2000);
		}
		assert.ok(timer.signal.aborted);
		timer.dispose();
	});

	it("Stop works while the key is read", async () => {
		const { createGateway } = await import("../../../../src/core/wire/client");
		const abort = new AbortController();
		const client = createGateway(parseBaseUrl(server.url), () => new Promise<string>(() => {}), testWire());
		const over = collect(client.chat(question("x"), abort.signal)).then(() => "ended");
		setTimeout(() => abort.abort(), 20);
		const late = new Promise((resolve) => setTimeout(() => resolve("late"), 500));
		assert.equal(await Promise.race([over, late]), "ended");
	});

	it("a capability that cannot be kept does not cost the answer, nor leave a socket", async () => {
		const state = memoryState();
		const broken = { get: state.get.bind(state), set: async () => Promise.reject(new Error("disk full")) };
		const shared = testWire({ capabilities: new CapabilityStore(broken) });
		const { clientOf } = await import("./wireHarness");
		server.script({ status: 400, json: { error: { message: "Unsupported", param: "temperature" } } });
		const answer = await collect(
			clientOf(server.url, canaryKey, shared).chat({ ...question("hello"), temperature: 0.5 }, never),
		).catch((e: Error) => e.message);
		assert.equal(typeof answer === "string" ? answer : answer.text, "hello");
		await Promise.all(server.requests.map(({ ended }) => ended));
		await new Promise((r) => setTimeout(r, 20));
		assert.ok(shared.ledger.records.every(({ duration }) => duration !== undefined), "record open");
	});

	it("a stream without [DONE] that stays open is not noted as cancelled", async () => {
		server.script({
			chunks: [{ type: "bytes", data: sseChunk("hello") + sseChunk({}, "stop") }, { type: "stall" }],
		});
		const stream = collect(t.client.chat(question("hello"), never));
		while ((t.shared.ledger.records[0]?.bytesIn ?? 0) === 0) await new Promise((r) => setTimeout(r, 5));
		await new Promise((r) => setTimeout(r, 50));
		t.clock.advance(4000);
		assert.equal((await stream).end?.type, "finished");
		assert.equal(t.shared.ledger.records[0]?.failure, undefined);
		void sseDone;
	});
});

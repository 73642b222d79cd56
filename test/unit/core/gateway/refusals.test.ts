import assert from "node:assert/strict";
import type { GatewayError } from "../../../../src/core/gateway/gatewayError";
import type { OnWait } from "../../../../src/core/gateway/retry";
import { collect, connectedGatewayEach, never, question } from "./gatewayHarness";

const forEver = { times: Number.POSITIVE_INFINITY };

describe("capabilities: those that a refusal must not change", () => {
	const t = connectedGatewayEach();
	const learned = (model = "demo-echo") => t.shared.capabilities.get(`${t.server.url}/v1`, model);
	const withSystem = {
		...question("hello"),
		messages: [{ role: "system", content: "Be brief." } as const, ...question("hello").messages],
	};

	it("429 of Anthropic: a rate limit per minute is not a context length", async () => {
		t.server.script({
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
			t.server.script({ status: 429, headers: { "retry-after": "7" }, json: { error: { message } } });
			const answer = await collect(t.client.chat(question("hello"), never, t.hurry)).catch(
				(e: GatewayError) => e.reason,
			);
			assert.deepEqual(learned(), {});
			assert.equal(typeof answer === "string" ? answer : answer.text, "hello");
		});
	}

	for (const [retryAfter, reset, seconds] of [
		["7", "120", 120],
		["120", "7", 120],
	] as const) {
		it(`429 waits for the later of Retry-After (${retryAfter} s) and the end of a used-up limit (${reset} s)`, async () => {
			const headers = { "retry-after": retryAfter, "ratelimit-remaining": "0", "ratelimit-reset": reset };
			t.server.script({ status: 429, headers, json: { error: { message: "slow down" } } });
			const waits: number[] = [];
			const hurry: OnWait = (wait) => {
				if (wait) waits.push((wait.until - t.clock.now()) / 1000);
				t.hurry(wait);
			};
			await collect(t.client.chat(question("hello"), never, hurry));
			assert.deepEqual(waits, [seconds]);
		});
	}

	it("429 of Gemini waits for the delay in its details", async () => {
		const details = [{ "@type": "type.googleapis.com/google.rpc.Help" }, { retryDelay: "39.5s" }];
		t.server.script({ status: 429, json: [{ error: { code: 429, message: "slow down", details } }] });
		const waits: number[] = [];
		const hurry: OnWait = (wait) => {
			if (wait) waits.push((wait.until - t.clock.now()) / 1000);
			t.hurry(wait);
		};
		await collect(t.client.chat(question("hello"), never, hurry));
		assert.deepEqual(waits, [39.5]);
	});

	for (const message of ["Request took too long", "Model took too long to respond, try again"]) {
		it(`500 is tried again: ${message}`, async () => {
			t.server.script({ status: 500, json: { error: { message } } });
			const answer = await collect(t.client.chat(question("hello"), never, t.hurry)).catch(
				(e: GatewayError) => e.reason,
			);
			assert.equal(typeof answer === "string" ? answer : answer.text, "hello");
		});
	}

	for (const message of ["Internal system error", "The system is overloaded, please try again later"]) {
		it(`500 about another system teaches nothing: ${message}`, async () => {
			t.server.script({ status: 500, json: { error: { message } }, times: 4 });
			await collect(t.client.chat(withSystem, never, t.hurry)).catch(() => undefined);
			assert.deepEqual(learned(), {});
		});
	}

	it("an array refused with the word embeddings does not make the model a chat model", async () => {
		await t.shared.capabilities.record(`${t.server.url}/v1`, "demo-embed", { embeddingArrays: true });
		t.server.script({
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
		['The plan "free" does not support chat', 400],
		[
			"This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?",
			404,
		],
	] as const) {
		it(`a chat model does not become an embedding model: ${message}`, async () => {
			t.server.script({ status, json: { error: { message } } });
			await collect(t.client.chat(question("hello"), never, t.hurry)).catch(() => undefined);
			assert.notEqual(learned().kind, "embedding");
		});
	}

	it("a good answer shows that the model is not for embedding after all", async () => {
		await t.shared.capabilities.record(`${t.server.url}/v1`, "demo-echo", { kind: "embedding" });
		await collect(t.client.chat(question("hello"), never));
		assert.notEqual(learned().kind, "embedding");
	});

	for (const [name, asked, message, fact] of [
		["TGI temperature 0", { temperature: 0 }, "Input validation error: `temperature` must be strictly positive", {}],
		[
			"DeepSeek max_tokens",
			{ maxTokens: 100000 },
			"Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
			{ maxOutput: 8192 },
		],
		[
			"LiteLLM max_tokens",
			{ maxTokens: 20000 },
			"max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens",
			{ maxOutput: 8192 },
		],
	] as const) {
		it(`a refused value is not a refused field: ${name}`, async () => {
			t.server.script({ status: 400, json: { error: { message } } });
			await collect(t.client.chat({ ...question("hello"), ...asked }, never)).catch(() => undefined);
			assert.deepEqual(learned(), fact);
		});
	}

	it("one incomplete answer to a batch does not lead to single texts", async () => {
		await t.shared.capabilities.record(`${t.server.url}/v1`, "demo-embed", { embeddingArrays: true });
		t.server.script({ body: "upstream connect error" });
		await t.client.embed("demo-embed", ["a", "b", "c"], never).catch(() => undefined);
		assert.deepEqual(learned("demo-embed"), { embeddingArrays: true });
	});

	it("one text that is too long does not make all batches small permanently", async () => {
		await t.shared.capabilities.record(`${t.server.url}/v1`, "demo-embed", { embeddingArrays: true });
		t.server.script({
			status: 400,
			json: { error: { message: "This model's maximum context length is 512 tokens, but the input has 9000" } },
			match: ({ body }) => body.includes("LONG"),
			...forEver,
		});
		await t.client.embed("demo-embed", ["LONG", ..."abcdefghi"], never).catch(() => undefined);
		assert.notEqual(learned("demo-embed").embeddingBatch, 1);
	});

	it("one empty text does not lead to single texts", async () => {
		await t.shared.capabilities.record(`${t.server.url}/v1`, "demo-embed", { embeddingArrays: true });
		t.server.script({
			status: 400,
			json: { error: { message: "input cannot be an empty string" } },
			match: ({ body }) => body.includes('""'),
			...forEver,
		});
		await t.client.embed("demo-embed", ["", "b", "c"], never).catch(() => undefined);
		assert.deepEqual(learned("demo-embed"), { embeddingArrays: true });
	});

	it("400 Invalid bearer token is about the key", async () => {
		t.server.script({ status: 400, json: { error: { message: "Invalid bearer token" } } });
		await assert.rejects(collect(t.client.chat(question("hello"), never)), { reason: "unauthorized" });
	});
});

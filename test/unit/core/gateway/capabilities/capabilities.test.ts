import assert from "node:assert/strict";
import { capabilityFromError } from "../../../../../src/core/gateway/capabilities/capabilityFromError";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { contextLimit } from "../../../../../src/core/gateway/limits/contextLimit";
import type { RecordedRequest } from "../../../../gateway/recordedRequest";
import type { ScriptedAnswer } from "../../../../gateway/script";
import { collect, connectedGatewayEach, never, question } from "../gatewayHarness";

type Body = Readonly<Record<string, unknown>>;

describe("capabilities: those learned from a refusal", () => {
	const t = connectedGatewayEach();

	const asked = { ...question("hello"), temperature: 0.5, maxTokens: 7 };
	const withSystem = {
		...asked,
		messages: [{ role: "system", content: "Be brief." } as const, ...asked.messages],
	};
	const learned = (model = "demo-echo") => t.shared.capabilities.get(`${t.server.url}/v1`, model);
	const bodies = () => t.server.requests.map(({ json }) => json as Body);

	for (const [name, refusal, fact, has, hasNot] of [
		[
			"temperature",
			{ error: { message: "Unsupported value", param: "temperature" } },
			{ temperature: false },
			"max_tokens",
			"temperature",
		],
		[
			"temperature, in FastAPI's form",
			{ detail: [{ loc: ["body", "temperature"], msg: "Extra inputs are not permitted" }] },
			{ temperature: false },
			"max_tokens",
			"temperature",
		],
		[
			"max_tokens, to be renamed",
			{ error: { message: "'max_tokens' is not supported. Use 'max_completion_tokens' instead." } },
			{ lengthField: "max_completion_tokens" },
			"max_completion_tokens",
			"max_tokens",
		],
		["max_tokens", { error: "unknown field max_tokens" }, { lengthField: "none" }, "temperature", "max_tokens"],
	] as const) {
		it(`${name}: leads to another request without it, and is never sent again`, async () => {
			t.server.script({ status: 400, json: refusal });
			assert.equal((await collect(t.client.chat(asked, never))).text, "hello");
			assert.equal((await collect(t.client.chat(asked, never))).text, "hello");
			assert.deepEqual(learned(), fact);
			assert.equal(t.server.requests.length, 3);
			for (const body of bodies().slice(1)) {
				assert.ok(has in body, `${has} is still sent`);
				assert.ok(!(hasNot in body), `${hasNot} is not`);
			}
		});
	}

	const longest = 8_192;
	for (const [name, message] of [
		[
			"OpenAI",
			"max_tokens is too large: 20000. This model supports at most 8192 completion tokens, whereas you provided 20000.",
		],
		[
			"Anthropic",
			"max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet",
		],
		["DeepSeek", "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"],
		["Qwen", "<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]"],
		[
			"Groq",
			"`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model",
		],
		["Bedrock", "The maximum tokens you requested exceeds the model limit of 8192. Try again with a lower value."],
		[
			"Google",
			"Unable to submit request because it has a maxOutputTokens value of 20000 but the supported range is from 1 (inclusive) to 8193 (exclusive). Update the value and try again.",
		],
	] as const) {
		it(`the longest answer (${name}): is asked for instead, and from then on`, async () => {
			t.server.script({ status: 400, json: { error: { message } } });
			const long = { ...question("hello"), maxTokens: 20_000 };
			for (let time = 0; time < 2; time++) assert.equal((await collect(t.client.chat(long, never))).text, "hello");
			await collect(t.client.chat({ ...long, maxTokens: 100 }, never));
			assert.deepEqual(learned(), { maxOutput: longest });
			assert.deepEqual(
				bodies().map(({ max_tokens }) => max_tokens),
				[20_000, longest, longest, 100],
			);
		});
	}

	it("are none if a longer answer is refused than was asked for, only without streaming, or only with this prompt", async () => {
		for (const message of [
			"Invalid max_tokens value, the valid range of max_tokens is [1, 8192]",
			"Requests with max_tokens > 4096 must have stream=true",
			"This model's maximum context length is 8192 tokens, and 20000 were requested",
			"max_tokens must be less than or equal to 3192, because the prompt has 5000 tokens",
		]) {
			t.server.script({ status: 400, json: { error: { message } } });
			await collect(t.client.chat({ ...question("hello"), maxTokens: 8_192 }, never)).catch(() => undefined);
			assert.equal(learned().maxOutput, undefined);
		}
	});

	for (const said of [
		"System role not supported",
		"Conversation roles must alternate user/assistant/user/assistant/...",
	]) {
		it(`a system message (${said}): becomes the beginning of the first question`, async () => {
			t.server.script({ status: 400, json: { error: { message: said } } });
			await collect(t.client.chat(withSystem, never));
			assert.deepEqual(bodies()[1]?.messages, [{ role: "user", content: "Be brief.\n\nhello" }]);
			assert.deepEqual(learned(), { system: false });
		});
	}

	it("may concern several fields, one after the other", async () => {
		t.server.script({ status: 400, json: { error: "no temperature" } });
		t.server.script({ status: 422, json: { detail: "max_tokens is unknown" } });
		t.server.script({ status: 400, json: { error: "system role is not allowed" } });
		await collect(t.client.chat(withSystem, never));
		assert.deepEqual(learned(), { temperature: false, lengthField: "none", system: false });
		assert.equal(t.server.requests.length, 4);
	});

	it("are none if the request also fails without the field", async () => {
		t.server.script({ times: 9, status: 400, json: { error: "temperature is not the trouble" } });
		await assert.rejects(collect(t.client.chat(asked, never)), { reason: "refused" });
		assert.deepEqual(learned(), {});
		assert.equal(t.server.requests.length, 2);
	});

	it("apply to one model and not to another", async () => {
		t.server.script({ status: 400, json: { error: "no temperature" } });
		await collect(t.client.chat(asked, never));
		await collect(t.client.chat({ ...asked, model: "demo-chat" }, never));
		assert.equal(bodies().at(-1)?.temperature, 0.5);
	});

	it("apply until they are reset", async () => {
		t.server.script({ status: 400, json: { error: "no temperature" } });
		await collect(t.client.chat(asked, never));
		await t.shared.capabilities.reset(`${t.server.url}/v1`, "demo-echo");
		await collect(t.client.chat(asked, never));
		assert.equal(bodies().at(-1)?.temperature, 0.5);
	});

	it("include the context length from an overflow's text", async () => {
		const message = "This model's maximum context length is 8,192 tokens. However, you requested 9000 tokens.";
		t.server.script({ status: 400, json: { error: { message } } });
		await assert.rejects(collect(t.client.chat(asked, never)), { reason: "contextOverflow" });
		assert.deepEqual(learned(), { contextLength: 8192 });
	});

	it("include that a model is of the other kind", async () => {
		await assert.rejects(t.client.embed("demo-chat", ["x"], never));
		t.server.script({ status: 422, json: { detail: "demo-embed is an embedding model" } });
		await assert.rejects(collect(t.client.chat(question("x", "demo-embed"), never)));
		assert.equal(learned("demo-embed").kind, "embedding");
	});

	describe("of an embedding model", () => {
		const inputs = () => bodies().map(({ input }) => (Array.isArray(input) ? input.length : 1));
		const texts = Array.from({ length: 23 }, (_, i) => `text ${i}`);
		const arrays = () => t.shared.capabilities.record(`${t.server.url}/v1`, "demo-embed", { embeddingArrays: true });
		/** Embeds all of the texts. */
		const vectors = async () => t.client.embed("demo-embed", texts, never);
		/** Makes the gateway refuse arrays of more than this many texts. */
		const takeArrays = (most: number, refusal: ScriptedAnswer = { status: 422, json: tooLarge(most) }) =>
			t.server.script({
				times: Number.POSITIVE_INFINITY,
				match: ({ json }: RecordedRequest) =>
					Array.isArray((json as Body).input) && ((json as Body).input as []).length > most,
				...refusal,
			});
		const tooLarge = (most: number) => ({
			error: `batch size is too large: maximum allowed batch size ${most}`,
		});

		it("allow batches if arrays are known to be accepted", async () => {
			await arrays();
			assert.equal((await vectors()).length, 23);
			assert.deepEqual(inputs(), [10, 10, 3]);
		});

		it("include the limit of a batch from a refusal", async () => {
			await arrays();
			takeArrays(4);
			assert.equal((await vectors()).length, 23);
			assert.deepEqual(inputs(), [10, 4, 4, 4, 4, 4, 3]);
			assert.deepEqual(learned("demo-embed"), {
				embeddingArrays: true,
				embeddingBatch: 4,
				embeddingBatchLimited: true,
			});
		});

		for (const [json, most] of [
			[{ error: { message: "'input' array must have at most 8 items" } }, 8],
			[{ error: "Invalid 'input': array too long. Expected an array with maximum length 8, but got one of 10." }, 8],
			[{ detail: [{ loc: ["body", "input"], msg: "List should have at most 8 items after validation, not 10" }] }, 8],
			[{ message: "invalid request: total number of texts must be at most 8 - received 10" }, 8],
			[{ error: "'input' array is too long" }, 5],
		] as const) {
			it(`include a limit, not that arrays are refused: ${JSON.stringify(json)}`, async () => {
				await arrays();
				takeArrays(8, { status: 400, json });
				assert.equal((await vectors()).length, 23);
				const { embeddingArrays, embeddingBatch } = learned("demo-embed");
				assert.deepEqual([embeddingArrays, embeddingBatch], [true, most]);
			});
		}

		it("lead to half a batch if the whole is too large", async () => {
			await arrays();
			t.server.script({ status: 413, body: "Payload Too Large" });
			assert.equal((await vectors()).length, 23);
			assert.equal(learned("demo-embed").embeddingBatch, 5);
		});

		it("lead to single texts if arrays are refused or misunderstood", async () => {
			for (const answer of [
				{ status: 422, json: { detail: [{ loc: ["body", "input"], msg: "Input should be a valid string" }] } },
				{ json: { data: [{ embedding: [1, 2] }] } },
			]) {
				await arrays();
				t.server.script(answer);
				const before = t.server.requests.length;
				assert.equal((await vectors()).length, 23);
				assert.equal(t.server.requests.length - before, 24);
				assert.equal(learned("demo-embed").embeddingArrays, false);
			}
		});

		it("attribute a vector of null to its text, not to the array", async () => {
			await arrays();
			const data = ["a", "b", "c"].map((_, index) => ({ index, embedding: index === 1 ? [null] : [1, 2] }));
			t.server.script({ json: { data } });
			await assert.rejects(t.client.embed("demo-embed", ["a", "b", "c"], never), /one of the 3 texts/);
			assert.equal(t.server.requests.length, 1);
			assert.deepEqual(learned("demo-embed"), { embeddingArrays: true });
		});

		it("leave out encoding_format if it is refused", async () => {
			t.server.script({ status: 400, json: { error: "unknown field encoding_format" } });
			await t.client.embed("demo-embed", ["x"], never);
			assert.deepEqual(bodies()[1], { model: "demo-embed", input: "x" });
			assert.deepEqual(learned("demo-embed"), { encodingFormat: false });
		});

		it("are not needed to read base64, or results out of order", async () => {
			await arrays();
			const base64 = Buffer.from(Float32Array.from([0.5, -2]).buffer).toString("base64");
			t.server.script({
				json: {
					data: [
						{ index: 1, embedding: [3, 4] },
						{ index: 0, embedding: base64 },
					],
				},
			});
			assert.deepEqual(
				(await t.client.embed("demo-embed", ["a", "b"], never)).map((vector) => [...vector]),
				[
					[0.5, -2],
					[3, 4],
				],
			);
		});

		for (const [name, json] of [
			["no vectors", { data: [] }],
			["an empty vector", { data: [{ embedding: [] }] }],
			["no numbers", { data: [{ embedding: ["x"] }] }],
			["incomplete base64", { data: [{ embedding: "AAAAAAA=" }] }],
			["something else", { ok: true }],
		] as const) {
			it(`do not hide an invalid answer: ${name}`, async () => {
				t.server.script({ json });
				await assert.rejects(t.client.embed("demo-embed", ["a"], never), { reason: "malformed" });
			});
		}
	});
});

describe("capabilities: a context length in a text", () => {
	for (const [said, tokens] of [
		["This model's maximum context length is 4096 tokens. However, you requested 5000", 4096],
		["the request exceeds the available context size (16384 tokens), try increasing it", 16384],
		["context window of 128,000 tokens exceeded", 128_000],
		['{"n_ctx": 2048, "n_prompt_tokens": 3000}', 2048],
		["The model supports up to 32768 tokens", 32768],
		["input is too large to process", undefined],
		["too many tokens", undefined],
		["Context length exceeded (9000 > 8192)", 8192],
		["context window: 9000 tokens requested, 8192 allowed", 8192],
		["request entity too large: the body exceeds the limit of 4194304 bytes", undefined],
		["image too large: 6000000 > 5242880 bytes", undefined],
		["the prompt exceeds the context length of claude-20240620", undefined],
		["Input length 265330 exceeds the maximum allowed input length of 262144 tokens.", 262_144],
		["Current length is 42328 while limit is 40000", 40_000],
		["too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5632", 4081],
		["The engine prompt length 200000 exceeds the max_model_len 131072. Please reduce prompt.", 131_072],
		["prompt too long; exceeded max context length by 65590 tokens (ref: 1)", undefined],
		["invalid params, context window exceeds limit (2013)", undefined],
		["Input length 203743 exceeds the maximum length 202752", 202_752],
		["Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).", 59_862],
		[
			"Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 2041 instead.",
			undefined,
		],
		["Invalid 'messages[0].content': array too long. Expected an array with maximum length 2048.", undefined],
		["Invalid 'user': exceeds the maximum length 512. Expected a shorter string.", undefined],
		["String exceeds the maximum length (1024 characters)", undefined],
		["String length 2041 exceeds the maximum length 1024", undefined],
		["the request exceeds the maximum length of 4096 tokens", 4096],
		["Your input exceeds the context window. Request ID: 1234567", undefined],
	] as const) {
		it(`${tokens ?? "none"} in: ${said}`, () => assert.equal(contextLimit(said), tokens));
	}

	it("is not read from a field that is too long", () => {
		const said =
			"Invalid 'messages[0].name': string too long. Expected a string with maximum length 1024, but got 2041.";
		const error = new GatewayError("contextOverflow", "Too long.", 400, { said });
		assert.equal(capabilityFromError(error, "chat"), undefined);
	});
});

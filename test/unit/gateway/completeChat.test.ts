import assert from "node:assert/strict";
import type { JsonObject } from "../../gateway/requestBody";
import { assertError, chatPath, closeGatewaysAfterEach, openGateway, question } from "./gatewayHarness";

/** Spec, sections 2 and 4.2: the answer in one piece. */
describe("gateway: POST /v1/chat/completions", () => {
	closeGatewaysAfterEach();

	async function complete(body: JsonObject, random?: () => number) {
		const { post } = await openGateway(random ? { random } : {});
		const response = await post(chatPath, body);
		assert.equal(response.status, 200);
		assert.match(response.headers.get("content-type") ?? "", /^application\/json/);
		return response.json();
	}

	it("answers with the generated reply in a JSON body", async () => {
		const { id, created, ...rest } = await complete(question("What is a gateway?"));
		assert.match(id, /^chatcmpl-./);
		assert.ok(Number.isInteger(created));
		assert.deepEqual(rest, {
			object: "chat.completion",
			model: "demo-echo",
			choices: [{ index: 0, message: { role: "assistant", content: "What is a gateway?" }, finish_reason: "stop" }],
			usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
		});
	});

	it("accepts messages in order, with the roles system, user and assistant", async () => {
		const messages = [
			{ role: "system", content: "Be brief." },
			{ role: "user", content: "first" },
			{ role: "assistant", content: "first" },
			{ role: "user", content: "second" },
			{ role: "assistant", content: "third" },
		];
		const answer = await complete({ model: "demo-echo", messages });
		assert.equal(answer.choices[0].message.content, "second");
		assert.equal(answer.usage.prompt_tokens, 3 + 1 + 1 + 1 + 1);
	});

	it("echoes any text exactly", async () => {
		for (const text of [
			" a\r\n\tb  ",
			"🧑‍🚀 naïve e\u0301 日本語 \u{1F600}",
			"====".repeat(40),
			"",
			"\n",
			"a`b$c\0d\u2028",
		]) {
			assert.equal((await complete(question(text))).choices[0].message.content, text);
		}
	});

	it("limits the answer to max_tokens, and says so", async () => {
		const text = "one two three four";
		for (const [maxTokens, content, reason] of [
			[1, "one", "length"],
			[3, "one two three", "length"],
			[4, text, "stop"],
			[1000000, text, "stop"],
		] as const) {
			const answer = await complete(question(text, { max_tokens: maxTokens }));
			assert.equal(answer.choices[0].message.content, content);
			assert.equal(answer.choices[0].finish_reason, reason);
			assert.equal(answer.usage.completion_tokens, Math.min(maxTokens, 4));
		}
	});

	it("gives the same answer each time without a temperature, and at 0", async () => {
		const never = () => assert.fail("Chance was asked.");
		const body = question("Hello there", { model: "demo-chat" });
		const first = await complete(body, never);
		const second = await complete({ ...body, temperature: 0 }, never);
		assert.equal(first.choices[0].message.content, second.choices[0].message.content);
	});

	it("gives more random answers as the temperature rises", async () => {
		const text = async (temperature: number) => {
			const answer = await complete(question("Hello", { model: "demo-chat", temperature }), () => 0.5);
			return answer.choices[0].message.content;
		};
		const cold = await text(0);
		assert.equal(await text(0.4), cold);
		assert.notEqual(await text(0.6), cold);
		assert.notEqual(await text(1), cold);
	});

	it("ignores unknown fields", async () => {
		assert.equal((await complete(question("Hello", { user: "me", n: 1 }))).choices[0].finish_reason, "stop");
	});

	it("refuses an unknown model, and one that only embeds", async () => {
		const { post } = await openGateway();
		const unknown = await post(chatPath, question("Hello", { model: "demo" }));
		assert.match(await assertError(unknown, 404, "model_not_found", "model"), /"demo"/);
		const embedding = await post(chatPath, question("Hello", { model: "demo-embed" }));
		await assertError(embedding, 400, "wrong_model_kind", "model");
	});

	it("refuses messages longer than the model's context, and ends an answer at its end", async () => {
		const { post } = await openGateway();
		const long = await post(chatPath, question("word ".repeat(32768)));
		assert.match(await assertError(long, 400, "context_length_exceeded", "messages"), /32768 tokens/);
		const half = await post(chatPath, question("word ".repeat(20000).trimEnd()));
		const { choices, usage } = await half.json();
		assert.equal(choices[0].finish_reason, "length");
		assert.equal(usage.total_tokens, 32768);
	});

	const message = (value: unknown) => ({ messages: [{ role: "user", content: "Hello" }, value] });
	const bad: Readonly<Record<string, readonly JsonObject[]>> = {
		model: [{ model: undefined }, { model: 1 }, { model: "" }, { model: null }],
		messages: [{ messages: undefined }, { messages: [] }, { messages: "Hello" }, { messages: null }, { messages: {} }],
		"messages[1]": [message("Hello"), message(null), message([])],
		"messages[1].role": [
			message({ content: "" }),
			message({ role: 1, content: "" }),
			message({ role: "tool", content: "" }),
		],
		"messages[1].content": [
			message({ role: "user" }),
			message({ role: "user", content: null }),
			message({ role: "user", content: 1 }),
			message({ role: "user", content: [{ type: "text", text: "Hello" }] }),
		],
		max_tokens: [0, -1, 1.5, "10", null, true].map((value) => ({ max_tokens: value })),
		temperature: [-0.01, 1.01, 2, "0.5", null, true].map((value) => ({ temperature: value })),
		stream: [{ stream: "true" }, { stream: 1 }],
		stream_options: [{ stream: true, stream_options: true }, { stream_options: { include_usage: true } }],
		"stream_options.include_usage": [{ stream: true, stream_options: { include_usage: "yes" } }],
	};
	for (const [param, bodies] of Object.entries(bad)) {
		it(`refuses a bad ${param}, by name`, async () => {
			const { post } = await openGateway();
			for (const fields of bodies) {
				const response = await post(chatPath, question("Hello", fields));
				const text = await assertError(response, 400, "invalid_value", param);
				assert.ok(text.includes(`"${param}"`));
			}
		});
	}

	it("accepts the limits of temperature and max_tokens", async () => {
		for (const fields of [{ temperature: 0 }, { temperature: 1 }, { temperature: 0.5 }, { max_tokens: 1 }]) {
			assert.equal((await complete(question("Hello", fields))).choices[0].message.content, "Hello");
		}
	});
});

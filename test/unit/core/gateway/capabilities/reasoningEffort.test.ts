import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../../src/core/gateway/baseUrl";
import { saveEffort, sentEffort } from "../../../../../src/core/gateway/capabilities/effortRequest";
import { EffortStore } from "../../../../../src/core/gateway/capabilities/effortStore";
import { type EffortField, type EffortLevel, offeredLevels } from "../../../../../src/shared/reasoningEffort";
import { memoryState } from "../../memoryPorts";
import { collect, connectedGateway, never, question } from "../gatewayHarness";

describe("reasoning effort", () => {
	const efforts = new EffortStore(memoryState());
	let t: Awaited<ReturnType<typeof connectedGateway>>;
	beforeEach(async () => {
		t = await connectedGateway({}, { efforts });
	});
	afterEach(() => t.server.close());

	const gateway = () => `${t.server.url}/v1`;
	const learned = () => t.shared.capabilities.get(gateway(), "demo-echo");
	const choose = (level: EffortLevel, field: EffortField = "reasoning_effort") =>
		efforts.set(gateway(), "demo-echo", { level, field });
	const ask = () => collect(t.client.chat(question("hello"), never));
	/** Returns the fields of the requests, without those of every request. */
	const sent = () =>
		t.server.requests.map(({ json }) => {
			const { model: _, messages: __, stream: ___, ...rest } = json as Record<string, unknown>;
			return rest;
		});

	it("is not sent unless it was chosen for this model", async () => {
		await efforts.set(gateway(), "demo-chat", { level: "high", field: "reasoning_effort" });
		await ask();
		assert.deepEqual(sent(), [{}]);
	});

	it("is not sent if an immediate answer is needed", async () => {
		await choose("high");
		await collect(t.client.chat({ ...question("hello"), ignoresEffort: true }, never));
		assert.deepEqual(sent(), [{}]);
	});

	for (const [field, level, fields] of [
		["reasoning_effort", "low", { reasoning_effort: "low" }],
		["reasoning_effort", "none", { reasoning_effort: "none" }],
		["enable_thinking", "none", { enable_thinking: false }],
		["chat_template_kwargs.enable_thinking", "none", { chat_template_kwargs: { enable_thinking: false } }],
		["chat_template_kwargs.thinking", "high", { chat_template_kwargs: { thinking: true } }],
	] as const) {
		it(`is sent in the model's dialect: ${JSON.stringify(fields)}`, async () => {
			await choose(level, field);
			assert.equal((await ask()).text, "hello");
			assert.deepEqual(sent(), [fields]);
		});
	}

	for (const [name, status, json, field] of [
		["OpenAI", 400, { error: { message: "Unrecognized request argument supplied: reasoning_effort" } }],
		["vLLM", 422, { detail: [{ loc: ["body", "reasoning_effort"], msg: "Extra inputs are not permitted" }] }],
		["Ollama", 400, { error: { message: '"demo-echo" does not support thinking' } }],
		[
			"Mistral",
			422,
			{ detail: [{ loc: ["body", "chat_template_kwargs"], msg: "Extra inputs are not permitted" }] },
			"chat_template_kwargs.enable_thinking",
		],
		["vLLM with a template", 400, { error: { message: "Thinking is not enabled for this model" } }],
		["a router", 400, { error: { message: "reasoning is not supported" } }],
		["Gemini", 400, { error: { message: "Budget 0 is invalid. This model only works in thinking mode." } }],
		["a server without a message", 400, undefined],
		["FastAPI without a message", 422, {}],
	] as const) {
		it(`is left out after a refusal of ${name} until that is reset`, async () => {
			await choose("high", field);
			t.server.script({ status, ...(json ? { json } : {}) });
			for (let times = 0; times < 2; times++) assert.equal((await ask()).text, "hello");
			assert.deepEqual(learned(), { effort: "refused" });
			assert.deepEqual(sent().slice(1), [{}, {}]);
			await t.shared.capabilities.reset(gateway(), "demo-echo");
			await ask();
			assert.notDeepEqual(sent().at(-1), {});
		});
	}

	for (const [name, json, effortLevels] of [
		[
			"OpenAI",
			{
				error: {
					message:
						"Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', 'medium', and 'high'.",
				},
			},
			["low", "medium", "high"],
		],
		[
			"pydantic",
			{ detail: [{ loc: ["body", "reasoning_effort"], msg: "Input should be 'low' or 'high'" }] },
			["low", "high"],
		],
		["Groq", { error: { message: "`reasoning_effort` must be one of `none` or `default`" } }, ["none"]],
		[
			"Ollama",
			{ error: { message: 'invalid reasoning value: \'minimal\' (must be "high", "medium", "low", or "none")' } },
			["none", "low", "medium", "high"],
		],
	] as const) {
		it(`has the levels named in a refusal of ${name}`, async () => {
			await choose("minimal");
			t.server.script({ status: 400, json });
			assert.equal((await ask()).text, "hello");
			assert.deepEqual(learned(), { effortLevels });
			assert.deepEqual(sent().at(-1), {});
			assert.deepEqual(offeredLevels("reasoning_effort", learned().effortLevels), effortLevels);
			const [level] = effortLevels;
			await choose(level);
			await ask();
			assert.deepEqual(sent().at(-1), { reasoning_effort: level });
		});
	}

	for (const message of [
		"minimal is not supported for reasoning_effort",
		"reasoning_effort does not support 'minimal' with this model",
		"Invalid reasoning_effort: minimal",
	]) {
		it(`loses only the refused level after a refusal without a list: ${message}`, async () => {
			await choose("minimal");
			t.server.script({ status: 400, json: { error: { message } } });
			for (let times = 0; times < 2; times++) await ask();
			assert.deepEqual(learned(), { effortLevels: ["none", "low", "medium", "high"] });
			await choose("none");
			t.server.script({ status: 400, json: { error: { message: message.replace("minimal", "none") } } });
			await ask();
			assert.deepEqual(learned(), { effortLevels: ["low", "medium", "high"] });
			await choose("low");
			await ask();
			assert.deepEqual(sent().at(-1), { reasoning_effort: "low" });
		});
	}

	describe("with tools", () => {
		const tools = [{ name: "look", description: "Looks.", parameters: { type: "object", properties: {} } }];
		const askWithTools = () => collect(t.client.chat({ ...question("hello"), tools }, never));
		/** Returns which of the two fields each request had. */
		const fields = () => sent().map((body) => ["reasoning_effort", "tools"].filter((name) => name in body));

		it("is left out of a request if it cannot be combined with tools, and sent again in others", async () => {
			await choose("high");
			const message = "Function tools with reasoning_effort are not supported for demo-echo in /v1/chat/completions.";
			t.server.script({ status: 400, json: { error: { message } } });
			await askWithTools();
			assert.equal(learned().effort, undefined);
			assert.notEqual(learned().toolRung, "prompted");
			await ask();
			assert.deepEqual(fields(), [["reasoning_effort", "tools"], ["tools"], ["reasoning_effort"]]);
		});

		it("is left out of the next requests with tools until it is chosen again", async () => {
			await choose("high");
			const message = "Function tools with reasoning_effort are not supported for demo-echo in /v1/chat/completions.";
			t.server.script({ status: 400, json: { error: { message } } });
			for (let times = 0; times < 2; times++) await askWithTools();
			assert.deepEqual(fields(), [["reasoning_effort", "tools"], ["tools"], ["tools"]]);
			const choice = { level: "low", field: "reasoning_effort" } as const;
			await saveEffort({ efforts, capabilities: t.shared.capabilities }, gateway(), "demo-echo", choice);
			assert.deepEqual(t.shared.capabilities.models(gateway()), []);
			await askWithTools();
			assert.deepEqual(fields().at(-1), ["reasoning_effort", "tools"]);
		});

		for (const [message, field] of [
			[
				"The tool_choice parameter does not support being set to required or object in thinking mode",
				"enable_thinking",
			],
			["tool_choice 'required' is not supported when enable_thinking is true", "enable_thinking"],
			["Invalid tool_choice: reasoning models only take auto", "reasoning_effort"],
		] as const) {
			it(`is kept if a refusal is about tool_choice: ${message}`, async () => {
				await choose("high", field);
				t.server.script({ status: 400, json: { error: { message } } });
				await collect(t.client.chat({ ...question("hello"), tools, mustCall: true }, never));
				assert.deepEqual(learned().effort, undefined);
				assert.equal(learned().toolChoice, false);
				assert.deepEqual(
					sent().map((body) => [field in body, "tool_choice" in body]),
					[
						[true, true],
						[true, false],
					],
				);
			});
		}

		it("does not count as refused if a refusal without a message is about the tools", async () => {
			await choose("high");
			t.server.script({ status: 400, times: 2 });
			await askWithTools();
			assert.deepEqual(learned(), { toolRung: "prompted" });
			assert.deepEqual(fields(), [["reasoning_effort", "tools"], ["tools"], []]);
		});
	});

	for (const message of [
		"messages.1.content.0: Invalid `signature` in `thinking` block",
		"Failed to parse input at pos 9: I am thinking that this does not work",
		"error parsing tool call: raw='my reasoning is not complete'",
	]) {
		it(`is kept after an error about one answer or history: ${message}`, async () => {
			await choose("high");
			t.server.script({ status: 400, json: { error: { message } } });
			await assert.rejects(ask());
			assert.deepEqual(learned(), {});
			assert.equal(sent().length, 1);
		});
	}

	it("counts as refused if an error about one answer names its field", async () => {
		await choose("high");
		const message = "Failed to parse the request: unknown field reasoning_effort";
		t.server.script({ status: 400, json: { error: { message } } });
		await ask();
		assert.deepEqual(learned(), { effort: "refused" });
	});

	for (const [message, effort] of [
		["Set reasoning_effort to 'none' to use this endpoint.", "reasoning_effort"],
		["parameter.enable_thinking must be set to false for non-streaming calls", "enable_thinking"],
		["Use chat_template_kwargs with enable_thinking", "chat_template_kwargs.enable_thinking"],
		["Pass chat_template_kwargs={'thinking': True} to make this model reason.", "chat_template_kwargs.thinking"],
		["Use chat_template_kwargs and stop thinking", undefined],
		["The question is too hard.", undefined],
		["reasoning_effort is not supported by this model", undefined],
		["Unrecognized request argument: enable_thinking", undefined],
	] as const) {
		it(`is offered after an error that names its field: ${message}`, async () => {
			t.server.script({ status: 400, json: { error: { message } } });
			await assert.rejects(ask());
			assert.equal(learned().effort, effort);
		});
	}

	it("does not count as accepted after a refusal that persists without it", async () => {
		await choose("high");
		const message = "reasoning_effort is not supported by this model";
		t.server.script({ status: 400, json: { error: { message } }, times: 2 });
		await assert.rejects(ask());
		assert.deepEqual(learned(), {});
		await t.shared.capabilities.record(gateway(), "demo-echo", { effort: "refused" });
		t.server.script({ status: 400, json: { error: { message: "Set reasoning_effort to none" } } });
		await assert.rejects(ask());
		assert.deepEqual(learned(), { effort: "refused" });
	});

	it("is not offered after an error that only repeats the question", async () => {
		const text = "What is reasoning_effort?";
		t.server.script({ status: 422, json: { detail: [{ loc: ["body", "messages"], msg: `Bad value: ${text}` }] } });
		await assert.rejects(collect(t.client.chat(question(text), never)));
		assert.deepEqual(learned(), {});
	});

	it("is sent in the field with which it was chosen", async () => {
		await t.shared.capabilities.record(gateway(), "demo-echo", { effort: "reasoning_effort" });
		await choose("none", "enable_thinking");
		await ask();
		assert.deepEqual(sent(), [{ enable_thinking: false }]);
	});

	it("is not shown if it is not sent, and is tried again when it is chosen again", async () => {
		const stores = { efforts, capabilities: t.shared.capabilities };
		const choice = { level: "high", field: "reasoning_effort" } as const;
		assert.deepEqual(sentEffort(choice, {}), choice);
		assert.equal(sentEffort(choice, { effort: "refused" }), undefined);
		assert.equal(sentEffort(choice, { effortLevels: ["low"] }), undefined);
		await stores.capabilities.record(gateway(), "demo-echo", { effort: "refused", usage: true });
		await saveEffort(stores, gateway(), "demo-echo", undefined);
		assert.equal(learned().effort, "refused");
		await saveEffort(stores, gateway(), "demo-echo", choice);
		assert.deepEqual(learned(), { usage: true });
		await ask();
		assert.deepEqual(sent(), [{ reasoning_effort: "high" }]);
	});

	it("follows a gateway to another origin, unless one was chosen there", async () => {
		const store = new EffortStore(memoryState());
		await store.set("https://a.example/v1", "m", { level: "low", field: "reasoning_effort" });
		await store.move("https://a.example", parseBaseUrl("https://b.example/v1"));
		assert.equal(store.get("https://b.example/v1", "m")?.level, "low");
		await store.set("https://a.example/v1", "m", { level: "high", field: "reasoning_effort" });
		await store.move("https://a.example", parseBaseUrl("https://b.example/v1"));
		assert.equal(store.get("https://b.example/v1", "m")?.level, "low");
	});

	it("is kept for each gateway and model, and deleted with its gateway", async () => {
		const state = memoryState();
		const store = new EffortStore(state);
		const choice = { level: "low", field: "enable_thinking" } as const;
		await store.set("a", "__proto__", choice);
		await store.set("a", "m", choice);
		await store.set("a", "m", undefined);
		assert.equal(store.get("a", "m"), undefined);
		assert.equal(store.get("b", "toString"), undefined);
		await store.set("a", "n", choice);
		assert.deepEqual(new EffortStore(state).get("a", "n"), choice);
		await store.forget("a");
		assert.equal(store.get("a", "n"), undefined);
		await state.set("gatehouse.reasoningEffort:a", { n: { level: "huge", field: "x" }, o: 7 });
		assert.equal(store.get("a", "n"), undefined);
		assert.equal(store.get("a", "o"), undefined);
	});
});

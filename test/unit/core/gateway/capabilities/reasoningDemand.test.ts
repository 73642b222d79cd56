import assert from "node:assert/strict";
import type { ChatRequest } from "../../../../../src/core/gateway/gateway";
import type { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";
import { caseTools, said } from "../../../../faults/tools/toolCase";
import { collect, connectedGatewayEach, never } from "../gatewayHarness";

const match = "/v1/chat/completions";
const ofMoonshot = "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2";
const inError = (message: string) => ({ error: { message, type: "invalid_request_error" } });

/** The refusals as users of the servers report them; each names the report. */
const refusals: readonly (readonly [name: string, source: string, json: object])[] = [
	[
		"DeepSeek V4",
		"https://github.com/mnfst/modelparams.dev/issues/29",
		{
			error: {
				message: "The `reasoning_content` in the thinking mode must be passed back to the API.",
				...{ type: "invalid_request_error", param: null, code: "invalid_request_error" },
			},
		},
	],
	[
		"DeepSeek V4, without the marks of code",
		"https://github.com/JohnnyZ93/oai-compatible-copilot/issues/202",
		inError("The reasoning_content in the thinking mode must be passed back to the API."),
	],
	[
		"DeepSeek V3.2",
		"https://github.com/Sylinko/Everywhere/issues/287",
		inError(
			"Missing `reasoning_content` field in the assistant message at message index 2. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls",
		),
	],
	["Moonshot", "https://github.com/labring/FastGPT/issues/6357", inError(ofMoonshot)],
	[
		"SiliconFlow",
		"https://github.com/agentscope-ai/QwenPaw/issues/433",
		{ code: 20015, message: ofMoonshot, data: null },
	],
	[
		"MiMo, in place of the field",
		"https://github.com/chatboxai/chatbox/issues/3716",
		{
			error: {
				...{ code: "400", message: "Param Incorrect", type: "" },
				param: "The reasoning_content in the thinking mode must be passed back to the API.",
			},
		},
	],
	[
		"OpenRouter",
		"https://github.com/OnesoftQwQ/opencode-go-copilot/issues/1",
		{
			error: {
				...{ message: "Provider returned error", code: 400 },
				metadata: { raw: JSON.stringify(inError(ofMoonshot)), provider_name: "Moonshot AI" },
			},
		},
	],
];

describe("reasoning: demanded back by a model that calls tools", () => {
	const current = connectedGatewayEach();
	const asking = (reasoning?: string, model = "demo-echo"): ChatRequest => ({
		model,
		messages: [
			{ role: "user", content: "What is the weather?" },
			{
				...{ role: "assistant", content: "" },
				toolCalls: [{ id: "a", name: "weather", arguments: { city: "Paris" } }],
				...(reasoning === undefined ? {} : { reasoning }),
			},
			{ role: "tool", toolCallId: "a", content: "Sunny." },
		],
		tools: caseTools,
	});
	const ask = (request = asking("I look.")) =>
		collect(current.client.chat(request, never, current.hurry)).catch((error: GatewayError) => error);
	const refuse = (json: object, times = 1, status = 400) => current.server.script({ match, status, times, json });
	const answer = () => current.server.script({ match, chunks: [{ type: "bytes", data: said("Sunny.") }] });
	/** Returns the reasoning in each request; `undefined` for a request without it. */
	const sent = () =>
		current.server.requests.map(({ json }) => {
			const { messages } = json as { messages: readonly { role: string; reasoning_content?: string }[] };
			for (const one of messages) if (one.role !== "assistant") assert.ok(!("reasoning_content" in one));
			return messages.find(({ role }) => role === "assistant")?.reasoning_content;
		});
	const learned = (model = "demo-echo") => current.shared.capabilities.get(`${current.server.url}/v1`, model);

	it("is not sent without such a refusal", async () => {
		answer();
		await ask();
		assert.deepEqual([sent(), learned()], [[undefined], {}]);
	});

	for (const [name, source, json] of refusals) {
		it(`is sent after the refusal, and from then on: ${name}, ${source}`, async () => {
			refuse(json);
			answer();
			answer();
			assert.equal(Object(await ask()).text, "Sunny.");
			assert.deepEqual(learned(), { needsReasoning: true });
			await ask(asking(""));
			assert.deepEqual(sent(), [undefined, "I look.", ""]);
			assert.deepEqual(learned("demo-chat"), {});
		});

		it(`is an error that says so where it is not available, and nothing is sent again: ${name}`, async () => {
			refuse(json);
			const error = (await ask(asking())) as GatewayError;
			assert.match(error.message, /demands its reasoning of earlier steps, which is not available/);
			assert.deepEqual([error.reason, error.actions], ["refused", ["selectModel", "retry"]]);
			assert.deepEqual([sent(), learned()], [[undefined], {}]);
		});
	}

	it("is sent again once only, and not learned if that is refused, too", async () => {
		refuse(inError(ofMoonshot), 10);
		assert.match(((await ask()) as GatewayError).message, /demands its reasoning/);
		assert.deepEqual([sent(), learned()], [[undefined, "I look."], {}]);
	});

	it("is learned from a refusal with the status 400 or 422 only", async () => {
		refuse(inError(ofMoonshot), 1, 404);
		await ask();
		assert.deepEqual([sent(), learned()], [[undefined], {}]);
	});

	it("is not sent any more after a reset, or once the field is refused", async () => {
		const gateway = `${current.server.url}/v1`;
		await current.shared.capabilities.record(gateway, "demo-echo", { needsReasoning: true });
		refuse(
			{ detail: [{ loc: ["body", "messages", 1, "reasoning_content"], msg: "Extra inputs are not permitted" }] },
			1,
			422,
		);
		answer();
		await ask();
		assert.deepEqual([sent(), learned()], [["I look.", undefined], { needsReasoning: false }]);
		await current.shared.capabilities.record(gateway, "demo-echo", { needsReasoning: true });
		await current.shared.capabilities.reset(gateway, "demo-echo");
		answer();
		await ask();
		assert.equal(sent().at(-1), undefined);
	});

	for (const [server, source, error] of [
		[
			"Groq",
			"https://github.com/janhq/jan/issues/8136",
			inError(
				"'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
			),
		],
		[
			"Cerebras",
			"https://github.com/Kilo-Org/kilocode/issues/10375",
			{
				message:
					"messages.2.assistant.reasoning_content: property 'messages.2.assistant.reasoning_content' is unsupported",
				...{ type: "invalid_request_error", param: "validation_error", code: "wrong_api_format" },
			},
		],
		["others", "no report", inError("This model does not support the field reasoning_content in messages.")],
	] as const)
		it(`is not sent any more once it is refused: ${server}, ${source}`, async () => {
			await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { needsReasoning: true });
			refuse(error);
			answer();
			await ask();
			assert.deepEqual([sent(), learned()], [["I look.", undefined], { needsReasoning: false }]);
		});

	it("is cut to its end where it is too long", async () => {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { needsReasoning: true });
		answer();
		const end = "x".repeat(gatewayLimits.returnedReasoning);
		await ask(asking(`Begun. ${end}`));
		answer();
		await ask(asking(`😀${end.slice(1)}`));
		assert.deepEqual(sent(), [end, end.slice(1)]);
	});
});

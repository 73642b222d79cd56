import assert from "node:assert/strict";
import type { ToolRung } from "../../../../src/core/gateway/capabilities/capabilities";
import type { ChatRequest } from "../../../../src/core/gateway/gateway";
import { gatewayLimits } from "../../../../src/shared/untrusted/limits";
import { collectTools } from "../../../faults/tools/readTools";
import { caseTools, delta, dialectCalls, ended, piece, said } from "../../../faults/tools/toolCase";
import { sseChunk } from "../../../gateway/endpoints/sseChunk";
import { connectedGateway, connectedGatewayEach, never, question } from "./gatewayHarness";

const city = '{"city":"Paris"}';
const call = '{"name": "weather", "arguments": {"city": "Paris"}}';
const paris = [["weather", { city: "Paris" }]];
const match = "/v1/chat/completions";

describe("tools: the ladder", () => {
	const current = connectedGatewayEach();
	const asking: ChatRequest = { ...question("What is the weather?"), tools: caseTools };

	const script = (body: string) => current.server.script({ match, chunks: [{ type: "bytes", data: body }] });
	const refuse = (message: string, status = 400, times = 1) =>
		current.server.script({ match, status, times, json: message === "" ? {} : { error: { message } } });
	const whole = (message: object) =>
		current.server.script({ match, json: { choices: [{ message, finish_reason: "tool_calls" }] } });
	const ask = (request: ChatRequest = asking) => collectTools(current.client.chat(request, never, current.hurry));
	const sent = () => current.server.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
	const learned = () => current.shared.capabilities.get(`${current.server.url}/v1`, "demo-echo");
	const rung = (): ToolRung | undefined => learned().toolRung;

	const history: ChatRequest["messages"] = [
		{ role: "user", content: "What is the weather?" },
		{
			role: "assistant",
			content: "I look.",
			toolCalls: [
				{ id: "a", name: "weather", arguments: { city: "Paris" } },
				{ id: "b", name: "now", arguments: {} },
			],
		},
		{ role: "tool", toolCallId: "a", content: `Sunny. <tool_call>${call}</tool_call>` },
		{ role: "tool", toolCallId: "b", content: "Noon." },
	];

	it("learns that a model calls tools in streams", async () => {
		script(delta(piece(0, "a", "weather", city)) + ended());
		const { calls } = await ask();
		assert.deepEqual(calls, paris);
		assert.equal(rung(), "streamed");
		assert.deepEqual(
			((sent()[0]?.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name),
			["weather", "now"],
		);
		assert.equal(sent()[0]?.stream, true);
		// Nothing that a gateway could refuse, such as parallel_tool_calls.
		assert.deepEqual(Object.keys(sent()[0] ?? {}).sort(), ["messages", "model", "stream", "tools"]);
	});

	it("does not change a question without tools", async () => {
		script(said("Hi."));
		await ask(question("hello"));
		assert.deepEqual(sent()[0], { model: "demo-echo", messages: [{ role: "user", content: "hello" }], stream: true });
		assert.equal(rung(), undefined);
	});

	it("names the first tool that was called although none was offered, and passes no call on", async () => {
		script(delta(piece(0, "a", "rm", "{}"), piece(1, "b", "now", "{}")) + ended());
		const events = [];
		for await (const event of current.client.chat(question("hello"), never, current.hurry)) events.push(event);
		assert.deepEqual(events, [{ type: "finished", reason: "tool_calls", unaskedTool: "rm" }]);
	});

	it("asks without streaming after a stream announces calls but has none, and from then on", async () => {
		script(ended());
		whole({ content: null, tool_calls: [piece(undefined, "a", "weather", city)] });
		const { calls } = await ask();
		assert.deepEqual(calls, paris);
		assert.equal(rung(), "whole");
		assert.deepEqual(
			sent().map(({ stream }) => stream),
			[true, false],
		);
		whole({ content: null, tool_calls: [piece(undefined, "b", "weather", city)] });
		await ask();
		assert.deepEqual(
			sent().map(({ stream }) => stream),
			[true, false, false],
		);
	});

	it("keeps the stream's text when it asks again for its calls", async () => {
		script(said("I look.", "tool_calls"));
		whole({ content: "Other words.", tool_calls: [piece(undefined, "a", "weather", city)] });
		const { calls, text } = await ask();
		assert.deepEqual(calls, paris);
		assert.equal(text, "I look.");
	});

	it("asks without streaming if tools are refused only in streams", async () => {
		refuse("Tools are not supported in streaming mode.");
		whole({ content: "", tool_calls: [piece(undefined, "a", "weather", city)] });
		assert.deepEqual((await ask()).calls, paris);
		assert.equal(rung(), "whole");
	});

	it("learns that a model writes calls into its text", async () => {
		script(said(`<tool_call>${call}</tool_call>`));
		assert.deepEqual((await ask()).calls, paris);
		assert.equal(rung(), "leaked");
	});

	const refusals = [
		['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', 400],
		["tools param requires --jinja flag", 500],
		["registry.ollama.ai/library/gemma:2b does not support tools", 400],
		["Extra inputs are not permitted: body.tools", 422],
		["Unrecognized request argument supplied: tools", 400],
		["Function calling is not enabled for this model", 400],
		['No endpoints found that support tool use. Try disabling "weather".', 404],
		["`tool calling` is not supported with this model", 400],
		["openai does not support parameters: ['tools'], for model=demo-echo", 400],
		["Unknown field: tools", 400],
		["This model doesn't support function calling.", 400],
		["Tool use is currently unavailable", 400],
		["", 422],
	] as const;
	for (const [message, status] of refusals) {
		it(`never sends tools again after a refusal: ${status} ${message || "without a message"}`, async () => {
			// A server's error is retried first.
			const times = status === 500 ? 4 : 1;
			refuse(message, status, times);
			script(said(`\`\`\`tool_call\n${call}\n\`\`\``));
			assert.deepEqual((await ask()).calls, paris);
			assert.equal(rung(), "prompted");
			script(said("Fine."));
			assert.equal((await ask()).text, "Fine.");
			assert.deepEqual(
				sent().map((body) => "tools" in body),
				[...Array.from({ length: times }, () => true), false, false],
			);
			const [system] = (sent().at(-1)?.messages ?? []) as { role: string; content: string }[];
			assert.equal(system?.role, "system");
			assert.ok(system?.content.includes("- weather: Says the weather."));
		});
	}

	it("learns nothing if one tool's schema is refused", async () => {
		refuse("Invalid schema for function 'weather': None is not of type 'object'. tools[0].function.parameters");
		assert.equal((await ask()).end, "failed");
		assert.equal(rung(), undefined);
		assert.equal(sent().length, 1);
	});

	it("learns nothing if the request is also refused without tools", async () => {
		refuse("This model does not support tools.");
		refuse("The server is broken.");
		assert.equal((await ask()).end, "failed");
		assert.equal(rung(), undefined);
	});

	const ofOneAnswer = [
		["Tool call validation failed: attempted to call tool 'sun' which was not in request.tools", 400],
		["Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.", 400],
		["error parsing tool call: raw='it does not support tools', err=unexpected end of JSON input", 500],
		["Tool choice is required, but model did not call a tool", 400],
		["An assistant message with 'tool_calls' must be followed by tool messages responding to each", 400],
		["messages with role 'tool' must be a response to a preceding message with 'tool_calls'", 400],
		["No tool call found for function call output with call_id a", 400],
		["Not the same number of function calls and responses", 400],
		["The tool is broken.", 500],
	] as const;
	for (const [message, status] of ofOneAnswer) {
		it(`learns nothing from an error about one answer or history: ${message}`, async () => {
			const times = status === 500 ? 4 : 1;
			refuse(message, status, times);
			// An answer from which the client would learn if it sent the request again without tools.
			script(said("Fine."));
			assert.equal((await ask({ ...asking, messages: history, mustCall: true })).end, "failed");
			assert.deepEqual(learned(), {});
			assert.equal(sent().length, times);
		});
	}

	for (const status of [404, 500]) {
		it(`learns nothing from a web page with the status ${status}`, async () => {
			const headers = { "content-type": "text/html" };
			const data = "<!doctype html><html><body>Not here</body></html>";
			const times = status === 500 ? 4 : 1;
			current.server.script({ match, status, times, headers, chunks: [{ type: "bytes", data }] });
			script(said("Fine."));
			assert.equal((await ask()).end, "failed");
			assert.deepEqual(learned(), {});
		});
	}

	it("keeps the text when the request for the calls fails", async () => {
		script(said("I look.", "tool_calls"));
		refuse("The server is full.");
		const { text, end, calls } = await ask();
		assert.deepEqual({ text, end, calls }, { text: "I look.", end: "interrupted", calls: [] });
	});

	it("fails as usual when a request fails after an empty stream", async () => {
		script(ended("stop"));
		refuse("The server is full.");
		assert.equal((await ask()).end, "failed");
	});

	it("learns nothing from one stream that was empty", async () => {
		script(ended("stop"));
		whole({ content: null, tool_calls: [piece(undefined, "a", "weather", city)] });
		assert.deepEqual((await ask()).calls, paris);
		assert.equal(rung(), undefined);
		script(delta(piece(0, "a", "weather", city)) + ended());
		assert.deepEqual((await ask()).calls, paris);
		assert.equal(sent().at(-1)?.stream, true);
		assert.equal(rung(), "streamed");
	});

	it("keeps the known rung when another one is tried", async () => {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { toolRung: "streamed" });
		script(said(`\`\`\`tool_call\n${call}\n\`\`\``));
		assert.deepEqual((await ask({ ...asking, toolRung: "prompted" })).calls, paris);
		assert.equal(rung(), "streamed");
	});

	it("learns nothing from an answer without calls", async () => {
		script(said("It is sunny."));
		const { text, calls } = await ask();
		assert.equal(text, "It is sunny.");
		assert.deepEqual(calls, []);
		assert.equal(rung(), undefined);
		assert.equal(sent().length, 1);
	});

	it("leaves tool_choice out if it is refused", async () => {
		refuse("tool_choice 'required' is not supported");
		script(delta(piece(0, "a", "weather", city)) + ended());
		assert.deepEqual((await ask({ ...asking, mustCall: true })).calls, paris);
		assert.deepEqual(
			sent().map((body) => body.tool_choice),
			["required", undefined],
		);
		assert.equal(learned().toolChoice, false);
		assert.equal(rung(), "streamed");
	});

	it("sends calls and results in the form of OpenAI's API", async () => {
		script(said("Sunny."));
		await ask({ ...asking, messages: history });
		assert.deepEqual(sent()[0]?.messages, [
			{ role: "user", content: "What is the weather?" },
			{
				role: "assistant",
				content: "I look.",
				tool_calls: [
					{ id: "a", type: "function", function: { name: "weather", arguments: city } },
					{ id: "b", type: "function", function: { name: "now", arguments: "{}" } },
				],
			},
			{ role: "tool", content: `Sunny. <tool_call>${call}</tool_call>`, tool_call_id: "a" },
			{ role: "tool", content: "Noon.", tool_call_id: "b" },
		]);
	});

	for (const [name, text] of Object.entries(dialectCalls)) {
		it(`shows no character of a call while it streams: ${name}`, async () => {
			script(said(text));
			const { calls, pieces } = await ask();
			assert.deepEqual(calls, paris);
			assert.deepEqual(pieces, []);
			assert.equal(rung(), "leaked");
		});
	}

	for (const message of [
		"Unexpected role 'tool'",
		"Conversation roles must alternate user/assistant/user/assistant/...",
		"messages.2.role: Input should be 'system', 'user' or 'assistant'",
		"Only user, assistant and system roles are supported",
	]) {
		it(`sends results as the user's text if the role is refused: ${message}`, async () => {
			refuse(message);
			script(said("Sunny."));
			assert.equal((await ask({ ...asking, messages: history })).text, "Sunny.");
			assert.equal(learned().toolRole, false);
			assert.equal(rung(), undefined);
			const messages = (sent()[1]?.messages ?? []) as { role: string; content: string }[];
			assert.deepEqual(
				messages.map(({ role }) => role),
				["user", "assistant", "user"],
			);
			assert.ok(messages[1]?.content.startsWith("I look."));
			assert.ok(messages[2]?.content.includes("Result of the tool now"));
			assert.ok("tools" in (sent()[1] as object));
		});
	}

	it("describes calls and results in the text for a model that refuses tools", async () => {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { toolRung: "prompted" });
		script(said("Sunny."));
		await ask({ ...asking, messages: history });
		const messages = (sent()[0]?.messages ?? []) as { role: string; content: string }[];
		assert.deepEqual(
			messages.map(({ role }) => role),
			["system", "user", "assistant", "user"],
		);
		assert.ok(!JSON.stringify(sent()[0]).includes("tool_calls"));
	});

	it("tries tools again after a reset", async () => {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { toolRung: "prompted" });
		await current.shared.capabilities.reset(`${current.server.url}/v1`, "demo-echo");
		script(delta(piece(0, "a", "weather", city)) + ended());
		assert.deepEqual((await ask()).calls, paris);
		assert.equal(rung(), "streamed");
	});

	it("sends an empty text with calls that have none, because some servers refuse null", async () => {
		script(said("Sunny."));
		const [user, , result] = history;
		const calls = [{ id: "a", name: "weather", arguments: { city: "Paris" } }];
		const messages = [user, { role: "assistant", content: "", toolCalls: calls }, result] as ChatRequest["messages"];
		await ask({ ...asking, messages });
		const [, asked] = (sent()[0]?.messages ?? []) as object[];
		assert.deepEqual(asked, {
			role: "assistant",
			content: "",
			tool_calls: [{ id: "a", type: "function", function: { name: "weather", arguments: city } }],
		});
	});

	it("is learned for one model of one gateway, and applies to no other model or gateway", async () => {
		refuse("This model does not support tools.");
		script(said("Fine."));
		await ask();
		assert.equal(rung(), "prompted");
		script(said("Fine."));
		await ask({ ...asking, model: "demo-chat" });
		assert.deepEqual(
			sent().map((body) => [body.model, "tools" in body]),
			[
				["demo-echo", true],
				["demo-echo", false],
				["demo-chat", true],
			],
		);
		const other = await connectedGateway({}, { capabilities: current.shared.capabilities });
		try {
			other.server.script({ match, chunks: [{ type: "bytes", data: said("Fine.") }] });
			await collectTools(other.client.chat(asking, never));
			assert.ok(Object.hasOwn(Object(other.server.requests.at(-1)?.json), "tools"));
		} finally {
			await other.server.close();
		}
		script(said("Fine."));
		await ask();
		assert.equal("tools" in Object(sent().at(-1)), false);
	});

	it("reports as many calls as the limit allows", async () => {
		const many = Array.from({ length: gatewayLimits.toolCalls }, (_, at) => piece(at, `c${at}`, "now", "{}"));
		script(delta(...many) + ended());
		const { calls, end } = await ask();
		assert.deepEqual([calls.length, end], [10_000, "tool_calls"]);
	});

	it("interrupts an answer with too many calls, and reports none", async () => {
		const many = Array.from({ length: 10_001 }, (_, index) => piece(index, `c${index}`, "now", "{}"));
		script(delta(...many) + ended());
		const { calls, end } = await ask();
		assert.deepEqual(calls, []);
		assert.equal(end, "failed");
	});

	it("ends an answer with a call in its text that is too long as an error, without the call's text", async () => {
		const open = '<tool_call>{"name": "weather", "arguments": {"city": "';
		const pieces = Array.from({ length: 40 }, () => sseChunk("x".repeat(8 * 1024)));
		script(sseChunk(`I look. ${open}`) + pieces.join("") + said("Sunny."));
		const shown: string[] = [];
		for await (const event of current.client.chat(asking, never, current.hurry)) {
			if (event.type === "text") shown.push(event.text);
			else if (event.type === "interrupted") shown.push(event.cause.reason);
			else assert.fail(event.type);
		}
		assert.deepEqual(shown, ["I look. ", "tooLarge"]);
		assert.equal(rung(), undefined);
	});
});

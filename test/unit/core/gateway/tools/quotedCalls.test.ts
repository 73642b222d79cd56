import assert from "node:assert/strict";
import type { ToolRung } from "../../../../../src/core/gateway/capabilities/capabilities";
import { collectAnswer } from "../../../../../src/core/gateway/collectAnswer";
import type { ChatRequest, RequestMessage } from "../../../../../src/core/gateway/gateway";
import { QuotedCalls } from "../../../../../src/core/gateway/tools/quotedCalls";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";
import { collectTools } from "../../../../faults/tools/readTools";
import { caseTools, delta, dialectCalls, ended, paris, piece, said } from "../../../../faults/tools/toolCase";
import { sseChunk } from "../../../../gateway/endpoints/sseChunk";
import { memoryLogChannel } from "../../memoryPorts";
import { connectedGatewayEach, never } from "../gatewayHarness";

const match = "/v1/chat/completions";
const caseCall = { name: "weather", arguments: {} };
const rungs: readonly ToolRung[] = ["streamed", "leaked", "prompted"];

/** The ways in which a model quotes a text; the fences are longer than those in it. */
const quotes: Readonly<Record<string, (text: string) => string>> = {
	"a fenced block": (text) => `It has this:\n\n\`\`\`\`md\n${text}\n\`\`\`\`\n\nIt is sunny.`,
	"a block fenced by tildes": (text) => `It has this:\n\n~~~text\n${text}\n~~~\n\nIt is sunny.`,
	"a fenced block that begins the answer": (text) => `\`\`\`\`xml\n${text}\n\`\`\`\``,
	"a fenced block that is not closed": (text) => `It has this:\n\n\`\`\`\`md\n${text}\n`,
	"inline code": (text) => `It has \`\`\`\` ${text.replaceAll("\n", " ")} \`\`\`\` in it.`,
};

describe("tools: the quoted text of a call", () => {
	const current = connectedGatewayEach();
	const script = (body: string) => current.server.script({ match, chunks: [{ type: "bytes", data: body }] });
	const sent = () => JSON.stringify(current.server.requests.at(-1)?.json);
	async function ask(messages: ChatRequest["messages"], toolRung: ToolRung, answer: string) {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { toolRung });
		script(answer);
		const request: ChatRequest = { model: "demo-echo", messages, tools: caseTools };
		const { calls, text, end } = await collectTools(current.client.chat(request, never, current.hurry));
		return { calls, text, end };
	}

	for (const [name, call] of Object.entries(dialectCalls)) {
		const places: Readonly<Record<string, ChatRequest["messages"]>> = {
			"a question": [{ role: "user", content: call }],
			"a file": [{ role: "user", content: `What is this?\n\nnotes.md:\n\`\`\`\`md\n${call}\n\`\`\`\`` }],
			"a result": [
				{ role: "user", content: "What is the weather?" },
				{ role: "assistant", content: "", toolCalls: [{ id: "a", name: "now", arguments: {} }] },
				{ role: "tool", toolCallId: "a", content: call },
			],
			"an earlier answer": [
				{ role: "user", content: "hello" },
				{ role: "assistant", content: call },
				{ role: "user", content: "Go on." },
			],
		};
		for (const [place, messages] of Object.entries(places)) {
			it(`is not read as a call in ${place}, or in the model's quotes of it: ${name}`, async () => {
				for (const rung of rungs) {
					const answers = ["Sunny.", ...Object.values(quotes).map((quote) => quote(call))];
					for (const text of answers) {
						const read = await ask(messages, rung, said(text));
						assert.deepEqual(read, { calls: [], text, end: "stop" }, rung);
						assert.ok(sent().includes(JSON.stringify(call).slice(1, -1)), "it was sent");
					}
					// The reader works: the same text as the model's own words is a call.
					assert.deepEqual(await ask(messages, rung, said(call)), { calls: [paris], text: "", end: "stop" }, rung);
				}
			});
		}

		it(`is not read as a call if an answer only completes the text of the previous one: ${name}`, async () => {
			const { half, rest } = { half: call.slice(0, -4), rest: call.slice(-4) };
			for (const rung of rungs) {
				const broken = await ask([{ role: "user", content: "hello" }], rung, sseChunk("Look. ") + sseChunk(half));
				assert.deepEqual({ calls: broken.calls, end: broken.end }, { calls: [], end: "interrupted" }, rung);
				const read = await ask([{ role: "user", content: half }], rung, said(rest));
				assert.deepEqual(read, { calls: [], text: rest, end: "stop" }, rung);
			}
		});
	}
});

/** The messages of a task in which a tool has returned this. */
const withResult = (content: RequestMessage["content"]): RequestMessage[] => [
	{ role: "user", content: "What is the weather?" },
	{ role: "assistant", content: "", toolCalls: [{ id: "a", name: "now", arguments: {} }] },
	{ role: "tool", toolCallId: "a", content },
];

describe("tools: a call in the text that a result has word for word", () => {
	const current = connectedGatewayEach();
	/** Returns, for each call of an answer, whether it is marked as quoted. */
	async function marks(messages: ChatRequest["messages"], toolRung: ToolRung, answer: string): Promise<boolean[]> {
		await current.shared.capabilities.record(`${current.server.url}/v1`, "demo-echo", { toolRung });
		current.server.script({ match, chunks: [{ type: "bytes", data: answer }] });
		const request: ChatRequest = { model: "demo-echo", messages, tools: caseTools };
		const options = { signal: never, log: memoryLogChannel(), onWait: current.hurry };
		const { toolCalls = [], quotedCalls } = await collectAnswer(current.client, request, options);
		return toolCalls.map(({ id }) => quotedCalls?.has(id) ?? false);
	}

	for (const [name, call] of Object.entries(dialectCalls)) {
		it(`is marked, with whitespace ignored: ${name}`, async () => {
			const spread = name === "Hermes" ? call.replaceAll(">{", ">\n{") : call;
			const answers = name === "bare JSON" ? [call] : [call, spread, `It has ${call} in it.`];
			for (const rung of rungs)
				for (const answer of answers)
					assert.deepEqual(await marks(withResult(`1: a\n2: ${call}`), rung, said(answer)), [true], rung);
		});

		it(`is marked where \`read_file\` has numbered its lines: ${name}`, async () => {
			const lines = call.replaceAll(">{", ">\n{").split("\n");
			const result = lines.map((line, at) => `${at + 9}: ${line}`).join("\n");
			for (const rung of rungs) assert.deepEqual(await marks(withResult(result), rung, said(call)), [true], rung);
		});

		it(`is not marked if it differs, if only the user wrote it, or if calls are announced: ${name}`, async () => {
			for (const rung of rungs) {
				assert.deepEqual(await marks(withResult(call.replace("Paris", "Rome")), rung, said(call)), [false], rung);
				assert.deepEqual(await marks([{ role: "user", content: `Do ${call}` }], rung, said(call)), [false], rung);
				assert.deepEqual(await marks(withResult(call), rung, said(call, "tool_calls")), [false], rung);
			}
		});

		it(`is not marked once the model has made the same call: ${name}`, async () => {
			const toolCalls = [{ id: "b", name: "weather", arguments: { city: "Paris" } }];
			const told: RequestMessage[] = [
				{ role: "assistant", content: "", toolCalls },
				{ role: "tool", toolCallId: "b", content: "Not carried out." },
			];
			for (const rung of rungs)
				assert.deepEqual(await marks([...withResult(call), ...told], rung, said(call)), [false], rung);
		});
	}

	it("does not show by which rung the model makes calls, unless another call of the answer does", async () => {
		const learned = () => current.shared.capabilities.get(`${current.server.url}/v1`, "demo-echo").toolRung;
		const call = dialectCalls.Hermes ?? "";
		const ask = async (answer: string) => {
			current.server.script({ match, chunks: [{ type: "bytes", data: said(answer) }] });
			const request: ChatRequest = { model: "demo-echo", messages: withResult(call), tools: caseTools };
			const options = { signal: never, log: memoryLogChannel(), onWait: current.hurry };
			return (await collectAnswer(current.client, request, options)).quotedCalls?.size;
		};
		assert.equal(await ask(`It has ${call} in it.`), 1);
		assert.equal(learned(), undefined);
		assert.equal(await ask(`${call}\n${call.replace("Paris", "Rome")}`), 1);
		assert.equal(learned(), "leaked");
	});

	it("is not marked if the gateway has read the call itself", async () => {
		const text = JSON.stringify({ city: "Paris" });
		const answer = delta(piece(0, "c", "weather", text)) + ended("stop");
		assert.deepEqual(await marks(withResult(dialectCalls.Hermes ?? ""), "streamed", answer), [false]);
	});

	it("is not searched for above the limit of its length", () => {
		const one = (size: number) => `<tool_call>${"x".repeat(size - 11)}`;
		for (const [size, isFound] of [
			[gatewayLimits.quotedCall, true],
			[gatewayLimits.quotedCall + 1, false],
		] as const)
			assert.equal(new QuotedCalls(withResult(`a ${one(size)} b`)).has(one(size), caseCall), isFound);
	});

	it("is searched for once, and only until the limit of an answer is reached", () => {
		const quoted = new QuotedCalls(withResult(`<tool_call>a<tool_call>b${" ".repeat(gatewayLimits.quotedSearch / 2)}`));
		assert.equal(quoted.has("<tool_call>x", caseCall), false);
		for (let at = 0; at < 10; at++) assert.equal(quoted.has("<tool_call>x", caseCall), false);
		assert.equal(quoted.has("<tool_call>a", caseCall), true);
		assert.equal(quoted.has("<tool_call>y", caseCall), false);
		assert.equal(quoted.has("<tool_call>b", caseCall), false, "the limit is reached");
		assert.equal(quoted.has("<tool_call>a", caseCall), true, "known");
	});

	it("is found after a part that only begins like it, and in the texts of a result in parts", () => {
		const quoted = (content: RequestMessage["content"], text: string) =>
			new QuotedCalls(withResult(content)).has(text, caseCall);
		assert.ok(quoted("aabaabaaac", "aabaaac"));
		assert.ok(!quoted("aabaabaaad", "aabaaac"));
		assert.ok(
			quoted(
				[
					{ type: "text", text: "b <tool_" },
					{ type: "text", text: "call> c" },
				],
				"<tool_call>c",
			),
		);
	});
});

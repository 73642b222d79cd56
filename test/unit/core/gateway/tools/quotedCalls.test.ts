import assert from "node:assert/strict";
import type { ToolRung } from "../../../../../src/core/gateway/capabilities/capabilities";
import type { ChatRequest } from "../../../../../src/core/gateway/gateway";
import { collectTools } from "../../../../faults/tools/readTools";
import { caseTools, dialectCalls, paris, said } from "../../../../faults/tools/toolCase";
import { sseChunk } from "../../../../gateway/endpoints/sseChunk";
import { connectedGatewayEach, never } from "../gatewayHarness";

const match = "/v1/chat/completions";
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

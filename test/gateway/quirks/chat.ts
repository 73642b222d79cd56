import { sseChunk, sseDone, sseEvent } from "../endpoints/sseChunk";
import { type ExpectedAnswer, thought, whole } from "./answer";
import { bytes } from "./quirk";
import type { StreamQuirk } from "./streams";

/** The source of the quirks that the table does not attribute to single gateways: its whole row. */
const row = "docs/gateway-quirks.md#chat-answers: llama-server [M], Mistral, OpenRouter [D], vLLM, Ollama [S]";

const stop = sseChunk({}, "stop");
const delta = (value: object) => sseEvent({ choices: [{ index: 0, delta: value, finish_reason: null }] });

function chat(name: string, source: string, body: string, expected: ExpectedAnswer): StreamQuirk {
	const data = new TextEncoder().encode(body);
	return { name, source, script: { match: "/v1/chat/completions", chunks: bytes(data) }, body: data, expected };
}

/** Returns a non-streamed completion with this message. */
function plain(message: object, rest: object = {}): string {
	return JSON.stringify({
		choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: "stop" }],
		...rest,
	});
}

/** docs/gateway-quirks.md#chat-answers: each quirk in a stream, and some also in a non-streamed completion. */
export const chatQuirks: readonly StreamQuirk[] = [
	chat(
		"a first delta whose content is null",
		"[M] llama-server",
		delta({ role: "assistant", content: null }) + sseChunk("so") + stop,
		whole("so"),
	),
	chat(
		"a delta that is null",
		"[D] OpenRouter",
		sseEvent({ choices: [{ delta: null }] }) + sseChunk("so") + stop,
		whole("so"),
	),
	chat(
		"content in parts",
		"[D] Mistral",
		delta({
			content: [
				{ type: "text", text: "so" },
				{ type: "text", text: " be it" },
			],
		}) + stop,
		whole("so be it"),
	),
	chat(
		"content in parts, with reasoning among them",
		"[D] Mistral",
		delta({ content: [{ type: "thinking", thinking: [{ type: "text", text: "hm" }] }] }) +
			delta({ content: [{ type: "text", text: "so" }] }) +
			stop,
		thought("hm", "so"),
	),
	chat("reasoning", "[S] vLLM, OpenRouter", delta({ reasoning: "hm" }) + sseChunk("so") + stop, thought("hm", "so")),
	chat(
		"reasoning_content",
		"[M] llama-server",
		delta({ reasoning_content: "hm" }) + sseChunk("so") + stop,
		thought("hm", "so"),
	),
	chat(
		"reasoning and reasoning_content with the same text",
		"[D] OpenRouter",
		delta({ reasoning: "hm", reasoning_content: "hm" }) + sseChunk("so") + stop,
		thought("hm", "so"),
	),
	chat(
		"<think> inside the text",
		"[S] Ollama",
		sseChunk("<think>") + sseChunk("h") + sseChunk("m</th") + sseChunk("ink>so") + stop,
		thought("hm", "so"),
	),
	chat("a <think> that is never closed", "[S] Ollama", sseChunk("<think>hm") + stop, thought("hm", "")),
	chat(
		"a refusal",
		row,
		delta({ refusal: "I cannot " }) + delta({ refusal: "do that." }) + stop,
		whole("I cannot do that."),
	),
	chat("no usage at all", "[M] llama-server", sseChunk("so") + stop + sseDone, whole("so")),
	chat(
		"usage that is null in each chunk",
		"[S] vLLM",
		sseEvent({ choices: [{ delta: { content: "so" } }], usage: null }) + stop,
		whole("so"),
	),
	chat(
		"usage in the last chunk",
		"[D] Mistral",
		sseChunk("so") +
			sseEvent({ choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 3, completion_tokens: 2 } }),
		whole("so", { promptTokens: 3, completionTokens: 2 }),
	),
	chat("finish_reason length", row, sseChunk("so") + sseChunk({}, "length") + sseDone, {
		text: "so",
		reasoning: "",
		end: "length",
	}),
	chat("finish_reason error", "[D] OpenRouter", sseChunk("so") + sseChunk({}, "error") + sseDone, {
		text: "so",
		reasoning: "",
		end: { interrupted: "malformed", says: /early/ },
	}),
	chat("finish_reason in the chunk of the last text", "[S] Ollama", sseChunk("so", "stop"), whole("so")),
	chat("text in the legacy field choices[].text", row, sseEvent({ choices: [{ text: "so" }] }) + stop, whole("so")),
	chat(
		"unknown fields",
		"[D] OpenRouter",
		sseEvent({ provider: "x", choices: [{ delta: { content: "so", native: {} }, logprobs: null }] }) + stop,
		whole("so"),
	),

	chat("a completion with reasoning", "[S] vLLM", plain({ reasoning: "hm", content: "so" }), thought("hm", "so")),
	chat(
		"a completion with reasoning_content",
		"[M] llama-server",
		plain({ reasoning_content: "hm", content: "so" }),
		thought("hm", "so"),
	),
	chat("a completion with <think>", "[S] Ollama", plain({ content: "<think>hm</think>so" }), thought("hm", "so")),
	chat(
		"a completion with content in parts",
		"[D] Mistral",
		plain({
			content: [
				{ type: "thinking", thinking: [{ type: "text", text: "hm" }] },
				{ type: "text", text: "so" },
			],
		}),
		thought("hm", "so"),
	),
	chat("a completion that refuses", row, plain({ content: null, refusal: "I cannot." }), whole("I cannot.")),
	chat("a completion without usage", "[M] llama-server", plain({ content: "so" }), whole("so")),
	chat("a completion whose error is null", "[D] OpenRouter", plain({ content: "so" }, { error: null }), whole("so")),
];

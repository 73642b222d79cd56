import { sseEvent } from "../../gateway/endpoints/sseChunk";
import { brokenOff, delta, done, type StreamDialect, stop, stream, text, whole } from "./streamDialect";

/** The ways in which servers report that an answer has ended, or is incomplete. */
export const endDialects: readonly StreamDialect[] = [
	stream(
		"open-webui/open-webui#23921",
		"Open WebUI: a stop in the first chunk, before a thinking model of Ollama's begins",
		[
			delta({ content: "" }, "stop"),
			delta({ reasoning_content: "let me think" }),
			text("Hé"),
			text("llo 🌍"),
			stop,
			done,
		],
		whole("Héllo 🌍", { reasoning: "let me think" }),
	),
	stream(
		"open-webui/open-webui#16377",
		"Open WebUI: a stop in each chunk of reasoning",
		[delta({ reasoning_content: "hm " }, "stop"), delta({ reasoning_content: "so" }, "stop"), text("Yes."), stop, done],
		whole("Yes.", { reasoning: "hm so" }),
	),
	stream(
		"songquanpeng/one-api#1408",
		"one-api: a stop in every chunk of Gemini's",
		[text("I am ", "stop"), text("Gemini, a ", "stop"), text("modèle", "stop"), done],
		whole("I am Gemini, a modèle"),
	),
	stream(
		"BerriAI/litellm#2195",
		"LiteLLM: a stop in every chunk of Vertex's, and no [DONE]",
		[delta({ content: "I am ", role: "assistant", tool_calls: null }, "stop"), text("Gemini.", "stop")],
		whole("I am Gemini."),
	),
	stream(
		"PowerShell/AIShell#350",
		"older KoboldCpp: the text null for no reason",
		[delta({ role: "assistant", content: "Hel" }, "null"), text("lo", "null"), text("", "stop"), done],
		whole("Hello"),
	),
	stream(
		"PowerShell/AIShell#350",
		"older KoboldCpp: the text null for no reason, and no other",
		[text("Hel", "null"), text("lo", "null")],
		brokenOff("Hello"),
	),
	stream(
		"vllm-project/vllm#57082",
		"vLLM: an engine that is shut down ends with abort and [DONE]",
		[text("Half "), text("of it"), delta({ content: "" }, "abort"), done],
		brokenOff("Half of it"),
	),
	stream(
		"sgl-project/sglang#19357",
		"SGLang: the scheduler aborts a request that streams",
		[text("Half"), delta({}, "abort", { usage: { prompt_tokens: 3, completion_tokens: 1 } }), done],
		{ ...brokenOff("Half"), usage: [3, 1] },
	),
	stream(
		"abundantbeing/hermes-browser-extension#11",
		"a whole message at the end, which repeats the deltas",
		[
			text("Hé"),
			text("llo"),
			sseEvent({
				object: "chat.completion",
				choices: [{ index: 0, message: { role: "assistant", content: "Héllo" }, finish_reason: "stop" }],
				usage: { prompt_tokens: 3, completion_tokens: 2 },
			}),
			done,
		],
		whole("Héllo", { usage: [3, 2] }),
	),
	stream(
		"ENTERPILOT/GoModel#1068",
		"MiniMax: a whole message after the stop, reasoning included",
		[
			delta({ reasoning_content: "hm" }),
			text("So."),
			stop,
			sseEvent({
				object: "chat.completion",
				choices: [{ index: 0, message: { content: "So.", reasoning_content: "hm" }, finish_reason: "stop" }],
				usage: { prompt_tokens: 9, completion_tokens: 4 },
			}),
		],
		whole("So.", { reasoning: "hm", usage: [9, 4] }),
	),
	stream(
		"jakobdylanc/llmcord#84",
		"Gemini's OpenAI form: the reason as finishReason",
		[text("one "), text("two"), delta({}, null, {}, { finishReason: "stop" }), done],
		whole("one two"),
	),
	stream(
		"ollama/ollama#4357",
		"older Ollama: an empty text for no reason",
		[delta({ role: "assistant", content: " Hello" }, ""), text(" there", ""), text("", "stop"), done],
		whole(" Hello there"),
	),
	stream(
		"sgl-project/sglang#3912",
		"older SGLang: an empty text for no reason, and no other",
		[delta({ role: null, content: "Half", tool_calls: null }, "")],
		brokenOff("Half"),
	),
	stream(
		"PawanOsman/OpenCursor#88",
		"a stop between two parts of an answer",
		[text("Let me calculate. "), text("", "stop"), text("It is 42."), stop, done],
		whole("Let me calculate. It is 42."),
	),
	stream(
		"QwenLM/qwen-code#9882",
		"Gemini behind a gateway: STOP in capitals",
		[text("OK"), delta({}, "STOP"), done],
		whole("OK"),
	),
	stream(
		"QwenLM/qwen-code#9882",
		"Gemini behind a gateway: MAX_TOKENS for the length limit",
		[text("The history"), delta({}, "MAX_TOKENS"), done],
		whole("The history", { end: { finished: "length" } }),
	),
];

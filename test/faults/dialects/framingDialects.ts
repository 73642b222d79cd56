import { sseEvent } from "../../gateway/endpoints/sseChunk";
import { brokenOff, delta, done, type StreamDialect, stop, stream, text, whole } from "./streamDialect";

const filtered = { hate: { filtered: false, severity: "safe" } };
const noError = { error: { message: "", type: "", param: "", code: null } };
const chunk = (content: string) => `{"choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}`;

/** The ways in which servers frame their events, with data between and after them. */
export const framingDialects: readonly StreamDialect[] = [
	stream(
		"CoderCookE/vim-llm-agent#37",
		"Azure: a first chunk without choices, for the filter's findings",
		[
			sseEvent({ id: "", choices: [], created: 0, model: "", prompt_filter_results: [{ prompt_index: 0 }] }),
			text("Hello"),
			stop,
			done,
		],
		whole("Hello"),
	),
	stream(
		"seratch/ChatGPT-in-Slack#49",
		"Azure: prompt_annotations, and usage that is null",
		[
			sseEvent({ choices: [], prompt_annotations: [{ content_filter_results: filtered }], usage: null }),
			text("Hi"),
			stop,
		],
		whole("Hi"),
	),
	stream(
		"vercel/ai#12607",
		"Azure: the filter's findings after the stop, and padding in each delta",
		[
			delta({ content: "one", obfuscation: "aB" }),
			delta({ content: " two", obfuscation: "x" }),
			stop,
			sseEvent({ choices: [{ index: 0, finish_reason: null, content_filter_results: filtered }] }),
			done,
		],
		whole("one two"),
	),
	stream(
		"openai/openai-python#498",
		"Spring: no blank after the colon",
		[`data:${chunk("Hé")}\n\n`, `data:${chunk("llo")}\n\n`, stop.replace("data: ", "data:"), "data:[DONE]\n\n"],
		whole("Héllo"),
	),
	stream(
		"lidge-jun/opencodex#1170",
		"a private gateway: no blank after the colon, usage last, and no [DONE]",
		[
			`data:${chunk("Hi")}\n\n`,
			stop.replace("data: ", "data:"),
			'data:{"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":1}}\n\n',
		],
		whole("Hi", { usage: [4, 1] }),
	),
	stream(
		"SamSaffron/term-llm#487",
		"event lines without a blank, and an error among them",
		[`data:${chunk("Hi")}\n\n`, 'event:error\ndata:{"message":"Upstream died"}\n\n'],
		brokenOff("Hi", "unavailable"),
	),
	stream(
		"openai/openai-go#227",
		"OpenRouter: comments first",
		[
			": OPENROUTER PROCESSING\n\n",
			": OPENROUTER PROCESSING\n\n",
			delta({ role: "assistant", content: "" }),
			text("亚"),
			stop,
		],
		whole("亚"),
	),
	stream(
		"ggml-org/llama.cpp#24013",
		"llama-server: empty comments while it reads the question",
		[":\n\n", ":\n\n", delta({ role: "assistant", content: null }), text("a"), stop],
		whole("a"),
	),
	stream(
		"theopenco/llmgateway#2334",
		"LLM Gateway: an id with each chunk, and comments that no blank line follows",
		[`id: 1\n${text("a")}`, ": ping\n", `id: 2\n${text("b")}`, ": ping\n", stop],
		whole("ab"),
	),
	stream(
		"ztjhz/BetterChatGPT#538",
		"llama-cpp-python: CRLF and dated pings",
		[text("a"), ": ping - 2024-02-14 10:00:00.000000\n\n", text("b"), stop, done].map((event) =>
			event.replaceAll("\n", "\r\n"),
		),
		whole("ab"),
	),
	stream(
		"BerriAI/litellm#32763",
		"LiteLLM: comments one line each in a silence",
		[text("a"), ": keepalive\n: keepalive\n: keepalive\n\n", text("b"), stop],
		whole("ab"),
	),
	stream(
		"Mintplex-Labs/anything-llm#1475",
		"no finish_reason in the chunks, and two blank lines after each",
		[`data: {"choices":[{"delta":{"content":"Hello"},"index":0}]}\n\n\n`, `${text("!")}\n`, `${stop}\n`, done],
		whole("Hello!"),
	),
	stream(
		"tetsuo-ai/agenc-core#2492",
		"DeepSeek behind a proxy: its reset becomes a line of text and a clean end",
		[delta({ reasoning_content: "hm" }), "upstream error: read ECONNRESET\n"],
		{ text: "", reasoning: "hm", end: { interrupted: "malformed" } },
	),
	stream(
		"damianvtran/local-operator#223",
		"OpenRouter: an error beside a choice whose reason is error",
		[text("Half"), delta({ content: "" }, "error", { error: { code: 502, message: "Provider disconnected" } }), done],
		brokenOff("Half", "unavailable"),
	),
	stream(
		"diegosouzapw/OmniRoute#8210",
		"OpenRouter: an error beside no choices, and nothing before",
		[sseEvent({ choices: [], error: { code: 502, message: "Worker local total request limit reached (33/32)" } })],
		{ text: "", reasoning: "", end: { failed: "unavailable" } },
	),
	stream(
		"open-octo/octo-agent#910",
		"DashScope: an error event, and no [DONE]",
		[text("Half"), sseEvent({ error: { type: "server_error", message: "Internal error" } })],
		brokenOff("Half", "unavailable"),
	),
	stream(
		"yomorun/yomo",
		"a stop beside the role in the first chunk, null in the others",
		[delta({ role: "assistant", content: "" }, "stop", { usage: null }), text("Hello"), text("!"), stop, done],
		whole("Hello!"),
	),
	stream(
		"envoyproxy/ai-gateway#2107",
		"Envoy AI Gateway: an end whose choice has no delta",
		[text("Half"), sseEvent({ choices: [{ index: 0, finish_reason: "length" }] }), done],
		{ text: "Half", reasoning: "", end: { finished: "length" } },
	),
	stream(
		"mozilla-ai/any-llm#1185",
		"MiniMax: the usage in a last chunk of its own",
		[text("a"), stop, sseEvent({ choices: [], usage: { prompt_tokens: 8, completion_tokens: 1 } })],
		whole("a", { usage: [8, 1] }),
	),
	stream(
		"Portkey-AI/gateway",
		"DeepSeek: insufficient_system_resource",
		[text("Half"), delta({ content: "" }, "insufficient_system_resource"), done],
		brokenOff("Half"),
	),
	stream(
		"higress-group/higress#1568",
		"Moonshot: the usage within the last choice",
		[
			text("Hi"),
			delta({}, "stop", {}, { usage: { prompt_tokens: 10, completion_tokens: 79, total_tokens: 89 } }),
			done,
		],
		whole("Hi", { usage: [10, 79] }),
	),
	stream(
		"Portkey-AI/gateway#1072",
		"Groq: the usage in a field of its own, in the last chunk",
		[
			text("Hi"),
			delta({}, "stop", { x_groq: { id: "req_1", usage: { prompt_tokens: 43, completion_tokens: 75 } } }),
			done,
		],
		whole("Hi", { usage: [43, 75] }),
	),
	stream(
		"BerriAI/litellm#18493",
		"Apertis: an error without content in each chunk",
		[
			delta({ content: "Hé" }, null, noError),
			delta({ content: "llo" }, null, noError),
			delta({}, "stop", noError),
			done,
		],
		whole("Héllo"),
	),
	stream(
		"rexxars/eventsource-parser#31",
		"GLM-4.7 and Kimi-K2.5: no blank line between chunks",
		[text("Hé"), text("llo"), stop, done].map((event) => event.replace(/\n\n$/, "\n")),
		whole("Héllo"),
	),
	stream(
		"rexxars/eventsource-parser#31",
		"GLM-4.7 and Kimi-K2.5: no blank line between chunks, and no line break after the last",
		[text("Hé"), text("llo"), stop].flatMap((event, at) => (at > 0 ? ["\n", event.trimEnd()] : [event.trimEnd()])),
		whole("Héllo"),
	),
	stream(
		"rexxars/eventsource-parser#31",
		"GLM-4.7 and Kimi-K2.5: a blank line after some of the chunks, and none before the connection breaks",
		[`${text("Hé").trimEnd()}\n${text("llo")}`, `${text(" you").trimEnd()}\ndata: {"choices":[{"del`],
		brokenOff("Héllo you"),
	),
];

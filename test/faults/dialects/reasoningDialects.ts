import { sseEvent } from "../../gateway/endpoints/sseChunk";
import { delta, done, type StreamDialect, stop, stream, text, whole } from "./streamDialect";

/** The places in which servers send a model's reasoning. */
export const reasoningDialects: readonly StreamDialect[] = [
	stream(
		"ollama/ollama",
		"Ollama's own form: thinking beside the content, in lines of JSON",
		[
			JSON.stringify({ model: "qwen3", message: { role: "assistant", content: "", thinking: "hm " }, done: false }),
			JSON.stringify({ model: "qwen3", message: { role: "assistant", content: "", thinking: "so" }, done: false }),
			JSON.stringify({ model: "qwen3", message: { role: "assistant", content: "Yes." }, done: false }),
			JSON.stringify({ model: "qwen3", message: { role: "assistant", content: "" }, done_reason: "stop", done: true }),
		].map((line) => `${line}\n`),
		whole("Yes.", { reasoning: "hm so" }),
	),
	stream(
		"BerriAI/litellm",
		"Databricks: reasoning as a part with a summary, then the text as parts",
		[
			delta({ content: [{ type: "reasoning", summary: [{ type: "summary_text", text: "hm ", signature: "s" }] }] }),
			delta({ content: [{ type: "reasoning", summary: [{ type: "summary_text", text: "so" }] }] }),
			delta({ content: [{ type: "text", text: "Ja" }] }),
			text(" ☕"),
			stop,
		],
		whole("Ja ☕", { reasoning: "hm so" }),
	),
	stream(
		"envoyproxy/ai-gateway#1222",
		"Envoy AI Gateway: reasoning_content as an object with a text",
		[
			delta({ content: "", role: "assistant" }),
			delta({ role: "assistant", reasoning_content: { text: "I nee" } }),
			delta({ reasoning_content: { text: "d to" } }),
			text("Yes."),
			stop,
		],
		whole("Yes.", { reasoning: "I need to" }),
	),
	stream(
		"envoyproxy/ai-gateway#2318",
		"Envoy AI Gateway: reasoning_content as an object with a signature alone",
		[delta({ reasoning_content: { signature: "c2lnbmF0dXJl" } }), text("Yes."), stop],
		whole("Yes."),
	),
	{
		...stream(
			"envoyproxy/ai-gateway#2524",
			"Envoy AI Gateway: Bedrock's reasoning nested in a completion",
			[
				JSON.stringify({
					choices: [
						{
							message: {
								content: "Yes.",
								reasoning_content: { reasoningContent: { reasoningText: { text: "hm", signature: "s" } } },
							},
							finish_reason: "stop",
						},
					],
				}),
			],
			whole("Yes.", { reasoning: "hm" }),
		),
		type: "application/json",
	},
	stream(
		"BerriAI/litellm#22394",
		"MiniMax: reasoning_details without another spelling",
		[
			delta({ content: "", reasoning_details: [{ type: "reasoning.text", index: 0, text: "h" }] }),
			delta({ reasoning_details: [{ type: "reasoning.text", index: 0, text: "m" }] }),
			text("So."),
			stop,
			done,
		],
		whole("So.", { reasoning: "hm" }),
	),
	stream(
		"OpenRouterTeam/ai-sdk-provider#122",
		"OpenRouter: reasoning, and the same as a summary in reasoning_details",
		[
			delta({
				role: "assistant",
				content: "",
				reasoning: "**Struct",
				reasoning_details: [{ type: "reasoning.summary", summary: "**Struct", format: "openai-responses-v1" }],
			}),
			delta({ reasoning: null, reasoning_details: [{ type: "reasoning.encrypted", data: "Z0FB" }] }),
			text("So."),
			stop,
		],
		whole("So.", { reasoning: "**Struct" }),
	),
	stream(
		"cita-777/metapi#32",
		"aggregators: the same thought as content and as reasoning_content",
		[
			delta({ content: "**Preparing", reasoning_content: "**Preparing" }),
			delta({ content: " for**", reasoning_content: " for**" }),
			text("Done."),
			stop,
		],
		whole("Done.", { reasoning: "**Preparing for**" }),
	),
	stream(
		"can1357/oh-my-pi#2434",
		"MiniMax-M3: the same thought between tags and as reasoning_content",
		[
			delta({ content: "<think>The user", reasoning_content: "The user" }),
			delta({ content: " just</think>", reasoning_content: " just" }),
			text("Hello"),
			stop,
		],
		whole("Hello", { reasoning: "The user just" }),
	),
	stream(
		"can1357/oh-my-pi#3020",
		"null content beside reasoning_content",
		[delta({ content: null, reasoning_content: "hm" }), delta({ content: "So.", reasoning_content: null }), stop],
		whole("So.", { reasoning: "hm" }),
	),
	stream(
		"decolua/9router#3601",
		"ollama.com: reasoning beside the role first, then alone",
		[
			delta({ role: "assistant", content: "", reasoning: "h" }),
			delta({ content: "", reasoning: "m" }),
			text("a"),
			stop,
		],
		whole("a", { reasoning: "hm" }),
	),
	stream(
		"epam/ai-dial-adapter-openai#551",
		"DIAL: reasoning_content and content in one delta",
		[delta({ reasoning_content: "hm", content: "a" }), stop, done],
		whole("a", { reasoning: "hm" }),
	),
	{
		...stream(
			"infiniflow/ragflow#14817",
			"Upstage: reasoning in a completion",
			[JSON.stringify({ choices: [{ message: { content: "12.", reasoning: "15 %" }, finish_reason: "stop" }] })],
			whole("12.", { reasoning: "15 %" }),
		),
		type: "application/json",
	},
	{
		...stream(
			"ggml-org/llama.cpp#11861",
			"llama-server: a thought that the chat template opens, in a completion",
			[JSON.stringify({ choices: [{ message: { content: "hm\n</think>\n\nSo." }, finish_reason: "stop" }] })],
			whole("\n\nSo.", { reasoning: "hm\n" }),
		),
		type: "application/json",
	},
	stream(
		"open-webui/open-webui#9808",
		"DeepSeek-R1 behind vLLM: a thought that the chat template opens",
		[text("hm "), text("so\n"), text("</th"), text("ink>"), text("\n\nYes."), stop, done],
		whole("\n\nYes.", { reasoning: "hm so\n" }),
	),
	stream(
		"open-webui/open-webui#11259",
		"QwQ behind vLLM: a thought with code that the chat template opens",
		[text("Use `a`:\n"), text("```js\na"), text("\n``"), text("`\n"), text("</think>"), text("\n\n"), text("a"), stop],
		whole("\n\na", { reasoning: "Use `a`:\n```js\na\n```\n" }),
	),
	stream(
		"ggml-org/llama.cpp#12107",
		"llama-server: a thought that the chat template opens, in Chinese",
		[text("所能"), text("为您提供"), text("</think>"), text("\n\n"), text("帮助"), stop, done],
		whole("\n\n帮助", { reasoning: "所能为您提供" }),
	),
	stream(
		"lmstudio-ai/lmstudio-bug-tracker#1368",
		"LM Studio with MiniMax-M2.1: the closing tag alone, the answer cut off at its length",
		[text("The user"), text(" asks.\n"), text("</think>"), text("\n\nHel"), delta({}, "length"), done],
		whole("\n\nHel", { reasoning: "The user asks.\n", end: { finished: "length" } }),
	),
	stream(
		"tonyd2wild/DeepSeek-v4-Flash-Vision-Exp-DSpark-1M-NVFP4-KV-2x-DGX-Spark#16",
		"DeepSeek V4 behind vLLM without a parser: no line break around the closing tag",
		[text("3. Provide the answer briefly."), text("</think>"), text("391"), stop, done],
		whole("391", { reasoning: "3. Provide the answer briefly." }),
	),
	stream(
		"altic-dev/FluidVoice#836",
		"Nemotron: no opening tag, and emphasis right behind the closing one",
		[text("The user asks for 2+2."), text("</think>"), text("*"), text("*4** it is."), stop, done],
		whole("**4** it is.", { reasoning: "The user asks for 2+2." }),
	),
	stream(
		"SharpAI/SwiftLM#115",
		"SwiftLM with Qwen3.6: a thought and nothing else",
		[text("Okay"), text(".\n</"), text("think>"), stop, done],
		whole("", { reasoning: "Okay.\n" }),
	),
	stream(
		"lmstudio-ai/lmstudio-bug-tracker#1996",
		"an answer that tells how to split another at the closing tag",
		[text("Split it at\n```py\ntext.split('"), text("</think>"), text("')\n</think>\n```\nthat's all."), stop, done],
		whole("Split it at\n```py\ntext.split('</think>')\n</think>\n```\nthat's all."),
	),
	stream(
		"vllm-project/vllm#13125",
		"vLLM: text that speaks of the closing tag",
		[text("The tag `</think>` ends it."), stop],
		whole("The tag `</think>` ends it."),
	),
	stream(
		"ENTERPILOT/GoModel#1068",
		"MiniMax: a whole message at the end, whose thought was between tags",
		[
			text("<think>hm</think>"),
			text("So."),
			sseEvent({ choices: [{ message: { content: "So.", reasoning_content: "hm" }, finish_reason: "stop" }] }),
		],
		whole("So.", { reasoning: "hm" }),
	),
	stream(
		"BerriAI/litellm#35021",
		"GitHub Copilot: reasoning_text, and its signature last",
		[
			delta({ content: null, reasoning_text: "h" }),
			delta({ content: null, reasoning_text: "m" }),
			text("So."),
			delta({ content: null, reasoning_opaque: "c2ln" }),
			stop,
			done,
		],
		whole("So.", { reasoning: "hm" }),
	),
	stream(
		"RooCodeInc/Roo-Code#8522",
		"Magistral behind Ollama: a thought between tags in square brackets",
		[text("[THI"), text("NK]h"), text("m[/TH"), text("INK]"), text("So [1]."), stop, done],
		whole("So [1].", { reasoning: "hm" }),
	),
	stream(
		"anomalyco/opencode#3703",
		"Seed-OSS behind vLLM: a thought between tags of its own",
		[text("<seed:"), text("think>hm"), text("</seed:think>"), text("So."), stop, done],
		whole("So.", { reasoning: "hm" }),
	),
	stream(
		"johnbean393/Sidekick#75",
		"gpt-oss behind llama-server without a parser: its channels",
		[
			text("<|channel|>"),
			text("analysis<|message|>User says hi.<|e"),
			text("nd|><|start|>assistant"),
			text("<|channel|>final<|message|>Hello"),
			text("!"),
			stop,
			done,
		],
		whole("Hello!", { reasoning: "User says hi." }),
	),
];

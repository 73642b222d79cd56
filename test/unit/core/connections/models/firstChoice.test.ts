import assert from "node:assert/strict";
import { firstChatModel } from "../../../../../src/core/connections/models/offeredModels";
import { readModels } from "../../../../../src/core/gateway/response/modelsReader";

/** Lists of ids without hints, as gateways return them, and the acceptable first choices. */
const gateways: readonly (readonly [name: string, ids: string, choices: RegExp])[] = [
	[
		"OpenAI",
		`babbage-002 chatgpt-4o-latest codex-mini-latest computer-use-preview dall-e-2 dall-e-3 davinci-002 gpt-3.5-turbo
		gpt-3.5-turbo-0125 gpt-3.5-turbo-instruct gpt-4 gpt-4-0613 gpt-4-turbo gpt-4-turbo-preview gpt-4.1 gpt-4.1-mini gpt-4.1-nano
		gpt-4o gpt-4o-2024-05-13 gpt-4o-audio-preview gpt-4o-mini gpt-4o-mini-realtime-preview gpt-4o-mini-search-preview
		gpt-4o-mini-transcribe gpt-4o-mini-tts gpt-5 gpt-5-codex gpt-5-mini gpt-5-nano gpt-5-pro gpt-audio gpt-image-1 gpt-realtime
		o1 o1-pro o3 o3-deep-research o4-mini omni-moderation-latest sora-2 text-embedding-3-large text-embedding-3-small
		text-embedding-ada-002 tts-1 tts-1-hd whisper-1`,
		/^gpt-(?:4\.1|4o|5)(?:-mini)?$/,
	],
	[
		"a university's LiteLLM",
		`bge-m3 flux-schnell gemma-3-27b-it gpt-oss-120b jina-reranker-v2 kokoro llama-3.3-70b-instruct llama-guard-3-8b
		multilingual-e5-large-instruct nomic-embed-text qwen2.5-coder-32b-instruct qwen3-32b stable-diffusion-xl whisper-large-v3`,
		/^(?:gemma-3-27b-it|gpt-oss-120b|llama-3\.3-70b-instruct|qwen2\.5-coder-32b-instruct)$/,
	],
	[
		"Ollama",
		`all-minilm:latest bge-m3:latest codellama:7b-code deepseek-r1:8b gemma3:12b llama3.2:1b llama3.2:3b mxbai-embed-large:latest
		nomic-embed-text:latest qwen2.5:0.5b qwen3:8b shieldgemma:2b smollm2:135m`,
		/^(?:gemma3:12b|qwen3:8b)$/,
	],
	[
		"Open WebUI",
		"arena-model all-minilm:latest comfyui-flux dall-e-3 gpt-4o-mini llama3.1:8b nomic-embed-text:latest tts-1 whisper-1",
		/^(?:gpt-4o-mini|llama3\.1:8b)$/,
	],
	[
		"GWDG's SAIA",
		`apertus-70b-instruct-2509 codestral-22b deepseek-r1-distill-llama-70b devstral-2-123b-instruct-2512 e5-mistral-7b-instruct
		gemma-3-27b-it internvl3.5-30b-a3b llama-3.3-70b-instruct medgemma-27b-it meta-llama-3.1-8b-instruct meta-llama-3.1-8b-rag
		mistral-large-instruct multilingual-e5-large-instruct openai-gpt-oss-120b qwen3-235b-a22b qwen3-30b-a3b-thinking-2507
		qwen3-coder-30b-a3b-instruct qwen3-embedding-4b`,
		/^(?:apertus-70b-instruct-2509|gemma-3-27b-it|llama-3\.3-70b-instruct|mistral-large-instruct|qwen3-coder-30b-a3b-instruct)$/,
	],
	[
		"Groq",
		`allam-2-7b compound-beta distil-whisper-large-v3-en groq/compound llama-3.1-8b-instant llama-3.3-70b-versatile
		meta-llama/llama-4-maverick-17b-128e-instruct meta-llama/llama-4-scout-17b-16e-instruct meta-llama/llama-guard-4-12b
		meta-llama/llama-prompt-guard-2-22m moonshotai/kimi-k2-instruct openai/gpt-oss-120b openai/gpt-oss-20b
		openai/gpt-oss-safeguard-20b playai-tts qwen/qwen3-32b whisper-large-v3 whisper-large-v3-turbo`,
		/^(?:llama-3\.3-70b-versatile|meta-llama\/llama-4-.*|moonshotai\/kimi-k2-instruct|openai\/gpt-oss-(?:20|120)b)$/,
	],
	[
		"Mistral",
		`codestral-embed codestral-latest devstral-medium-latest magistral-medium-latest ministral-3b-latest ministral-8b-latest
		mistral-embed mistral-large-latest mistral-medium-latest mistral-moderation-latest mistral-ocr-latest mistral-small-latest
		mistral-tiny open-mistral-nemo pixtral-large-latest voxtral-mini-latest voxtral-mini-transcribe-2507`,
		/^mistral-(?:large|medium|small)-latest$/,
	],
	[
		"Gemini",
		`models/embedding-001 models/gemini-1.5-flash models/gemini-2.0-flash models/gemini-2.5-flash models/gemini-2.5-flash-image
		models/gemini-2.5-flash-preview-tts models/gemini-2.5-pro models/gemini-embedding-001 models/gemini-live-2.5-flash-preview
		models/imagen-4.0-generate-001 models/text-embedding-004 models/veo-3.0-generate-001`,
		/^models\/gemini-2\.[05]-flash$/,
	],
	["one model", "our-own-model", /^our-own-model$/],
];

describe("models: the first choice", () => {
	for (const [name, ids, choices] of gateways) {
		it(`is a sensible chat model: ${name}`, () => {
			const models = readModels({ data: ids.split(/\s+/).map((id) => ({ id, object: "model" })) });
			assert.match(firstChatModel(models)?.id ?? "", choices);
		});
	}

	it("is a model that the gateway lists as a chat model rather than one of unknown kind", () => {
		const models = readModels({ data: [{ id: "gpt-4o" }, { id: "zephyr", type: "llm" }] });
		assert.equal(firstChatModel(models)?.id, "zephyr");
	});
	it("is the first preferred model that the gateway offers", () => {
		const models = readModels({ data: [{ id: "gpt-4o" }, { id: "zephyr", type: "llm" }] });
		assert.equal(firstChatModel(models, ["of another gateway", "gpt-4o", "zephyr"])?.id, "gpt-4o");
		assert.equal(firstChatModel(models, [undefined, "of another gateway"])?.id, "zephyr");
	});

	it("is none if all models are for something else", () => {
		assert.equal(firstChatModel(readModels({ data: [{ id: "whisper-1" }, { id: "bge-m3" }] })), undefined);
	});
});

import assert from "node:assert/strict";
import { modelKind } from "../../../../../src/core/gateway/models/modelKind";
import { readModels } from "../../../../../src/core/gateway/response/modelsReader";

describe("models: their kind", () => {
	for (const [id, fields, kind] of [
		["x", { type: "text-generation" }, "chat"],
		["x", { type: "image-text-to-text" }, "chat"],
		["x", { type: "text-embeddings-inference" }, "embedding"],
		["bge-m3", { type: "llm" }, "chat"],
		["x", { type: "automatic-speech-recognition" }, "other"],
		["x", { mode: "embedding" }, "embedding"],
		["x", { capabilities: { completion_chat: true } }, "chat"],
		["x", { tags: ["ocr", "summarization"] }, "unknown"],
		["x", { features: ["realtime"] }, "unknown"],
		["x", { mode: "ocr" }, "other"],
		["Qwen2-Audio-7B-Instruct", { model_type: "qwen2_audio" }, "unknown"],
		["x", { details: { families: ["qwen2audio"] } }, "unknown"],
		["gpt-4o", { endpoint: "https://auto-video.example.com/v1" }, "unknown"],
		["x", { endpoint: "https://example.com/text-to-image" }, "unknown"],
		["x", { type: "TextToImage" }, "other"],
		["x", { tasks: ["zero_shot_text2audio"] }, "other"],
		["x", { supported_tasks: ["question-answering", "document-question-answering"] }, "unknown"],
		["x", { labels: ["sentiment-classification"] }, "unknown"],
		["x", { category: "Fraud detection" }, "unknown"],
		["x", { task: "document-question-answering" }, "other"],
		["x", { model_pipeline_tag: "object-detection" }, "other"],
		["x", { mode: "realtime" }, "other"],
		["x", { type: null }, "unknown"],
		["x", { type: "constructor" }, "unknown"],
		["BAAI/bge-m3", {}, "embedding"],
		["intfloat/multilingual-e5-large", {}, "embedding"],
		["text-embedding-3-small", {}, "embedding"],
		["all-MiniLM-L6-v2", {}, "embedding"],
		["bge-reranker-v2", {}, "other"],
		["whisper-large-v3", {}, "other"],
		["tts-1", {}, "other"],
		["lyria-3-clip-preview", {}, "other"],
		["openai/clip-vit-base-patch32", {}, "embedding"],
		["gemma-2-9b", {}, "unknown"],
		["mistral-small", {}, "unknown"],
		["qwen2.5-coder", {}, "unknown"],
		["uukuguy/speechless-code-mistral-7b-v1.0", {}, "unknown"],
	] as const) {
		it(`${id} ${JSON.stringify(fields)} is ${kind}`, () => assert.equal(modelKind(id, fields), kind));
	}
});

describe("models: the hints of a model's kind", () => {
	it("are looked for in only a few of its nested objects", () => {
		const containers = [
			"model_info",
			"info",
			"openai",
			"ollama",
			"architecture",
			"modalities",
			"model_spec",
			"metadata",
		];
		const within = (inner: object) => Object.fromEntries(containers.map((name) => [name, inner]));
		assert.equal(modelKind("x", { ...within({}), details: { mode: "embedding" } }), "embedding");
		assert.equal(modelKind("x", { ...within(within({})), details: { mode: "embedding" } }), "unknown");
	});

	it("are not looked for in models beyond the limit", () => {
		const read: string[] = [];
		const data = Array.from({ length: 5_002 }, (_, at) => {
			const id = `m${at}`;
			return {
				id,
				get max_model_len() {
					read.push(id);
					return 4096;
				},
			};
		});
		assert.equal(readModels({ data }).length, 5_000);
		assert.equal(read.at(-1), "m4999");
	});
});

describe("models: reading a list", () => {
	const ids = (body: unknown) => readModels(body).map(({ id }) => id);

	for (const [name, body] of [
		["{data}", { object: "list", data: [{ id: "b" }, { id: "a" }] }],
		["{data} without object", { data: [{ id: "a" }, { id: "b" }] }],
		["{models}", { models: [{ name: "a" }, { model: "b" }] }],
		["a bare array", [{ id: "a" }, { id: "b" }]],
		["only names", { data: ["a", "b"] }],
		[
			"a list with duplicates, wildcards and invalid entries",
			{ data: [{ id: "a" }, { id: "b" }, { id: "a" }, { id: "openai/*" }, null, 7, {}] },
		],
		["a list with invisible ids", { data: ["a", "  ", "\u200b\u2060", "\t\n", { id: " ", name: "b" }] }],
	] as const) {
		it(`takes ${name}`, () => assert.deepEqual(ids(body), ["a", "b"]));
	}

	it("reads null as an empty list", () => assert.deepEqual(ids({ data: null }), []));
	it("refuses a body without a list", () => {
		for (const body of [{}, null, "models", { data: 7 }])
			assert.throws(() => readModels(body), { reason: "malformed" });
	});
	for (const field of ["max_model_len", "max_context_length", "context_length", "context_window"]) {
		it(`reads the context length from ${field}`, () => {
			assert.equal(readModels({ data: [{ id: "a", [field]: 32768 }] })[0]?.contextLength, 32768);
		});
	}
	for (const [name, entry, expected] of [
		["LiteLLM's max_output_tokens", { max_output_tokens: 16384 }, 16384],
		["Groq's max_completion_tokens", { max_completion_tokens: 32768, context_window: 131072 }, 32768],
		["OpenRouter's top_provider", { top_provider: { max_completion_tokens: 65536 } }, 65536],
		["OpenRouter's top_provider without one", { top_provider: { max_completion_tokens: null } }, undefined],
		["GitHub's limits", { limits: { max_input_tokens: 1048576, max_output_tokens: 32768 } }, 32768],
		["Gemini's outputTokenLimit", { outputTokenLimit: 8192 }, 8192],
		["invalid lengths", { max_output_tokens: "many", max_completion_tokens: -1 }, undefined],
		["a context length alone", { max_tokens: 8192, context_length: 8192 }, undefined],
	] as const) {
		it(`reads the maximum length of an answer from ${name}`, () => {
			assert.equal(readModels({ data: [{ id: "a", ...entry }] })[0]?.maxOutput, expected);
		});
	}
});

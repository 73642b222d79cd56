import type { ModelKind } from "../../src/shared/conversation";

/** The values of one server in one field of a list of models, by meaning. */
interface HintField {
	readonly server: string;
	/** The source of the values. */
	readonly source: string;
	/** The field's name; with dots if it is in other objects. */
	readonly field: string;
	readonly values: Readonly<
		Partial<Record<ModelKind, readonly (string | readonly string[] | Readonly<Record<string, unknown>>)[]>>
	>;
}

/** One hint: the fields of a model whose name gives no hint, and its kind. */
export interface TypeHint {
	readonly server: string;
	readonly source: string;
	readonly field: string;
	readonly value: unknown;
	readonly kind: ModelKind;
}

const hintFields: readonly HintField[] = [
	{
		server: "LiteLLM",
		source: "model_prices_and_context_window.json in the npm package llm-cost 1.0.5",
		field: "model_info.mode",
		values: {
			chat: ["chat", "completion", "responses"],
			embedding: ["embedding"],
			other: [
				"image_generation",
				"audio_transcription",
				"audio_speech",
				"rerank",
				"moderation",
				"moderations",
				"video_generation",
				"search",
			],
		},
	},
	{
		server: "Together",
		source: "togethercomputer/together-python",
		field: "type",
		values: {
			chat: ["chat", "language", "code"],
			embedding: ["embedding"],
			other: ["image", "moderation", "rerank", "audio", "transcribe"],
		},
	},
	{
		server: "OpenGateLLM",
		source: "etalab-ia/OpenGateLLM",
		field: "type",
		values: {
			chat: ["text-generation", "image-text-to-text"],
			embedding: ["text-embeddings-inference"],
			other: ["text-classification", "automatic-speech-recognition"],
		},
	},
	{
		server: "LM Studio",
		source: "lmstudio-ai/lmstudio-bug-tracker#1908",
		field: "type",
		values: { chat: ["llm"], embedding: ["embedding"] },
	},
	{
		server: "Venice",
		source: "the parameter type of GET /models in Venice's public skill venice-models",
		field: "type",
		values: {
			chat: ["text"],
			embedding: ["embedding"],
			other: ["image", "video", "music", "tts", "asr", "upscale", "inpaint"],
		},
	},
	{
		server: "Vercel AI Gateway",
		source: "vercel/ai",
		field: "modelType",
		values: { chat: ["language"], embedding: ["embedding"], other: ["image"] },
	},
	{
		server: "New API",
		source: "QuantumNous/new-api, constant/endpoint_type.go",
		field: "supported_endpoint_types",
		values: {
			chat: [["openai"], ["openai-response"], ["openai-response-compact"], ["anthropic"], ["gemini"]],
			embedding: [["embeddings"]],
			other: [["jina-rerank"], ["image-generation"], ["openai-video"]],
		},
	},
	{
		server: "LocalAI",
		source: "mudler/LocalAI, core/http/endpoints/openai/list_capabilities.go and core/config",
		field: "capabilities",
		values: {
			chat: [
				["chat", "completion", "edit", "vision", "tools"],
				["chat", "image"],
			],
			embedding: [["embeddings"]],
			other: [
				["transcript"],
				["tts", "sound_generation"],
				["rerank"],
				["vad"],
				["depth"],
				["audio_transform"],
				["sound_classification"],
				["face_recognition"],
				["speaker_recognition"],
				["diarization"],
			],
		},
	},
	{
		server: "Volcengine Ark",
		source: "can1357/oh-my-pi#4201",
		field: "task_type",
		values: { chat: [["VisualQuestionAnswering", "TextGeneration"]] },
	},
	{
		server: "Volcengine Ark",
		source: "can1357/oh-my-pi#4201",
		field: "domain",
		values: { chat: ["VLM"], other: ["3DGeneration"] },
	},
	{
		server: "Xinference",
		source: "xorbitsai/inference, its tests and its page on custom models",
		field: "model_ability",
		values: { chat: [["generate"], ["embed", "generate", "chat"]], other: [["text2audio", "text2audio_zero_shot"]] },
	},
	{
		server: "Databricks",
		source: "databricks/databricks-ai-bridge#281",
		field: "task",
		values: { chat: ["agent/v1/responses"] },
	},
	{
		server: "Text Embeddings Inference",
		source: "huggingface/text-embeddings-inference, router/src/lib.rs: ModelType in the answer of GET /info",
		field: "model_type",
		values: {
			embedding: [{ embedding: { pooling: "cls" } }],
			other: [{ reranker: { id2label: {} } }, { classifier: { id2label: {} } }],
		},
	},
	{
		server: "servers that pass on the Hugging Face Hub's task",
		source: "huggingface/huggingface.js, packages/tasks/src/pipelines.ts",
		field: "pipeline_tag",
		values: {
			chat: [
				"text-generation",
				"text2text-generation",
				"image-text-to-text",
				"audio-text-to-text",
				"video-text-to-text",
				"visual-question-answering",
				"any-to-any",
			],
			embedding: [
				"feature-extraction",
				"sentence-similarity",
				"image-feature-extraction",
				"visual-document-retrieval",
				"text-retrieval",
			],
			other: [
				"text-classification",
				"token-classification",
				"table-question-answering",
				"question-answering",
				"document-question-answering",
				"zero-shot-classification",
				"translation",
				"summarization",
				"fill-mask",
				"text-to-speech",
				"text-to-audio",
				"automatic-speech-recognition",
				"audio-to-audio",
				"audio-classification",
				"voice-activity-detection",
				"depth-estimation",
				"image-classification",
				"object-detection",
				"image-segmentation",
				"text-to-image",
				"image-to-text",
				"image-to-image",
				"image-to-video",
				"unconditional-image-generation",
				"video-classification",
				"reinforcement-learning",
				"robotics",
				"tabular-classification",
				"tabular-regression",
				"text-ranking",
				"time-series-forecasting",
				"text-to-video",
				"zero-shot-image-classification",
				"mask-generation",
				"zero-shot-object-detection",
				"text-to-3d",
				"image-to-3d",
				"keypoint-detection",
			],
			unknown: ["other"],
		},
	},
];

/** Returns a row for each value. */
export const typeHints: readonly TypeHint[] = hintFields.flatMap(({ values, ...from }) =>
	(Object.entries(values) as [ModelKind, readonly unknown[]][]).flatMap(([kind, all]) =>
		all.map((value) => ({ ...from, value, kind })),
	),
);

/** Returns the fields of a model with only this hint. */
export function fieldsOfHint({ field, value }: TypeHint): Readonly<Record<string, unknown>> {
	return field.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Readonly<
		Record<string, unknown>
	>;
}

import type { ModelKind } from "../../../src/shared/conversation";
import type { Dialect } from "./dialect";

/** A real server's list of models, shortened to the relevant fields, and the expected kind of each model. */
export interface ModelListDialect extends Dialect {
	readonly body: unknown;
	/** The kind of each model by its id. */
	readonly kinds: Readonly<Record<string, ModelKind>>;
}

/** Ids without a hint, so that only the hint in the field decides. */
const data = (...models: readonly object[]) => ({
	object: "list",
	data: models.map((model) => ({ object: "model", created: 1_760_000_000, ...model })),
});

/** Servers that name a model's kind in one field. */
const typeDialects: readonly ModelListDialect[] = [
	{
		name: "Together: a bare array, with type",
		source: "togethercomputer/together-python",
		body: data(
			{ id: "a", type: "chat" },
			{ id: "b", type: "language" },
			{ id: "c", type: "code" },
			{ id: "d", type: "image" },
			{ id: "e", type: "embedding" },
			{ id: "f", type: "moderation" },
			{ id: "g", type: "rerank" },
			{ id: "h", type: "audio" },
			{ id: "i", type: "transcribe" },
		).data,
		kinds: {
			a: "chat",
			b: "chat",
			c: "chat",
			d: "other",
			e: "embedding",
			f: "other",
			g: "other",
			h: "other",
			i: "other",
		},
	},
	{
		name: "OpenGateLLM: type is a task of Hugging Face",
		source: "etalab-ia/OpenGateLLM",
		body: data(
			{ id: "a", type: "text-generation" },
			{ id: "b", type: "text-embeddings-inference" },
			{ id: "c", type: "text-classification" },
			{ id: "d", type: "automatic-speech-recognition" },
			{ id: "e", type: "image-to-text" },
		),
		kinds: { a: "chat", b: "embedding", c: "other", d: "other", e: "other" },
	},
	{
		name: "copilot-api: type is chat or embeddings",
		source: "caozhiyuan/copilot-api#43",
		body: data({ id: "a", type: "chat" }, { id: "b", type: "embeddings" }),
		kinds: { a: "chat", b: "embedding" },
	},
	{
		name: "free-claude-code: type is model for each, which says nothing",
		source: "Alishahryar1/free-claude-code#1168",
		body: data({ id: "anthropic/a", type: "model" }, { id: "nomic-embed-text", type: "model" }),
		kinds: { "anthropic/a": "unknown", "nomic-embed-text": "embedding" },
	},
	{
		name: "Xinference: model_type, beside a type that means something else",
		source: "xorbitsai/inference",
		body: data({ id: "a", model_type: "rerank", type: "normal" }, { id: "b", model_type: "rerank", type: "LLM-based" }),
		kinds: { a: "other", b: "other" },
	},
	{
		name: "Vercel AI Gateway: modelType",
		source: "vercel/ai",
		body: {
			models: [
				{ id: "a", modelType: "language" },
				{ id: "b", modelType: "embedding" },
				{ id: "c", modelType: "image" },
			],
		},
		kinds: { a: "chat", b: "embedding", c: "other" },
	},
	{
		name: "speaches: task",
		source: "speaches-ai/speaches",
		body: data({ id: "a", task: "automatic-speech-recognition" }, { id: "b", task: "text-to-speech" }),
		kinds: { a: "other", b: "other" },
	},
	{
		name: "GitHub Models: a bare array, with task",
		source: "mountaineerbr/shellChatGPT#5",
		body: [
			{ name: "a", task: "chat-completion" },
			{ name: "b", task: "embeddings" },
		],
		kinds: { a: "chat", b: "embedding" },
	},
	{
		name: "Elasticsearch's inference: task_type",
		source: "elastic/elasticsearch-specification#4019",
		body: data({ id: "a", task_type: "text_embedding" }, { id: "b", task_type: "completion" }),
		kinds: { a: "embedding", b: "chat" },
	},
	{
		name: "MLflow: route_type",
		source: "mlflow/mlflow",
		body: data(
			{ id: "a", route_type: "llm/v1/chat" },
			{ id: "b", route_type: "llm/v1/embeddings" },
			{ id: "c", route_type: "llm/v1/completions" },
		),
		kinds: { a: "chat", b: "embedding", c: "other" },
	},
	{
		name: "LiteLLM: mode within model_info",
		source: "BerriAI/litellm",
		body: data({ id: "a", model_info: { id: "e889", key: "gpt-4", mode: "chat", output_vector_size: null } }),
		kinds: { a: "chat" },
	},
	{
		name: "Azure OpenAI behind LiteLLM: the mode completion says little, the name more",
		source: "truefoundry/models#361",
		body: data(
			{ id: "whisper", mode: "completion" },
			{ id: "gpt-4o", mode: "completion" },
			{ id: "ada", mode: "embedding" },
		),
		kinds: { whisper: "other", "gpt-4o": "chat", ada: "embedding" },
	},
	{
		name: "Text Generation Inference: model_pipeline_tag",
		source: "huggingface/text-generation-inference",
		body: data({ id: "a", model_pipeline_tag: "text-generation" }, { id: "b", pipeline_tag: null }),
		kinds: { a: "chat", b: "unknown" },
	},
	{
		name: "servers that pass on the Hugging Face Hub's list: pipeline_tag",
		source: "huggingface/huggingface.js",
		body: [
			{ id: "a", pipeline_tag: "text-generation" },
			{ id: "b", pipeline_tag: "image-text-to-text" },
			{ id: "c", pipeline_tag: "feature-extraction" },
			{ id: "d", pipeline_tag: "sentence-similarity" },
			{ id: "e", pipeline_tag: "text-ranking" },
			{ id: "f", pipeline_tag: "automatic-speech-recognition" },
			{ id: "g", pipeline_tag: "text-to-image" },
		],
		kinds: { a: "chat", b: "chat", c: "embedding", d: "embedding", e: "other", f: "other", g: "other" },
	},
];

/** Servers that list a model's capabilities or its endpoints. */
const abilityDialects: readonly ModelListDialect[] = [
	{
		name: "Mistral: capabilities as an object of yes and no",
		source: "mistralai/client-python",
		body: data(
			{
				id: "a",
				capabilities: { completion_chat: true, completion_fim: false, function_calling: true, fine_tuning: false },
			},
			{ id: "mistral-embed", capabilities: { completion_chat: false, completion_fim: false, function_calling: false } },
			{ id: "c", capabilities: { completion_chat: false, completion_fim: false, function_calling: false } },
		),
		kinds: { a: "chat", "mistral-embed": "embedding", c: "other" },
	},
	{
		name: "Ollama: capabilities as a list",
		source: "ollama/ollama",
		body: {
			models: [
				{ name: "a", model: "a", capabilities: ["completion", "tools", "insert", "vision", "thinking"] },
				{ name: "b", model: "b", capabilities: ["embedding"] },
			],
		},
		kinds: { a: "chat", b: "embedding" },
	},
	{
		name: "Copilot: type within capabilities, and supported_endpoints",
		source: "microsoft/vscode-copilot-chat",
		body: data(
			{ id: "a", capabilities: { type: "chat", family: "x", supports: { streaming: true } } },
			{ id: "b", capabilities: { type: "completion", family: "y" } },
			{ id: "c", supported_endpoints: ["/chat/completions", "/responses"], capabilities: null },
		),
		kinds: { a: "chat", b: "chat", c: "chat" },
	},
	{
		name: "Copilot: an embedding model among chat models",
		source: "chep/gh-copilot-chat.el#45",
		body: data(
			{
				id: "a",
				capabilities: { family: "a", object: "model_capabilities", supports: { dimensions: true }, type: "embeddings" },
			},
			{ id: "b", capabilities: { family: "b", supports: { tool_calls: true }, tokenizer: "o200k_base", type: "chat" } },
		),
		kinds: { a: "embedding", b: "chat" },
	},
	{
		name: "New API: supported_endpoint_types",
		source: "QuantumNous/new-api",
		body: data(
			{ id: "a", supported_endpoint_types: ["openai", "openai-response"] },
			{ id: "b", supported_endpoint_types: ["jina-rerank"] },
			{ id: "c", supported_endpoint_types: ["openai-video"] },
			{ id: "gpt-image-1", supported_endpoint_types: ["image-generation", "openai"] },
			{ id: "text-embedding-3-small", supported_endpoint_types: ["openai"] },
			{ id: "d", supported_endpoint_types: ["anthropic", "openai"] },
		),
		kinds: {
			a: "chat",
			b: "other",
			c: "other",
			"gpt-image-1": "other",
			"text-embedding-3-small": "embedding",
			d: "chat",
		},
	},
	{
		name: "New API: endpoints for embeddings and images alone",
		source: "zyqfork/new-api",
		body: data(
			{ id: "a", supported_endpoint_types: ["embeddings"] },
			{ id: "b", supported_endpoint_types: ["image-generation"] },
			{ id: "c", supported_endpoint_types: [] },
		),
		kinds: { a: "embedding", b: "other", c: "unknown" },
	},
	{
		name: "Cohere: endpoints",
		source: "cohere-ai/cohere-python",
		body: {
			models: [
				{ name: "a", endpoints: ["chat", "generate", "summarize"] },
				{ name: "b", endpoints: ["embed", "classify"] },
				{ name: "c", endpoints: ["rerank"] },
				{ name: "d", endpoints: ["rate"] },
			],
		},
		kinds: { a: "chat", b: "embedding", c: "other", d: "unknown" },
	},
	{
		name: "Gemini: supportedGenerationMethods",
		source: "CherryHQ/cherry-studio#11793",
		body: {
			models: [
				{ name: "models/a", supportedGenerationMethods: ["generateContent", "countTokens"] },
				{ name: "models/b", supportedGenerationMethods: ["embedContent", "countTextTokens", "countTokens"] },
				{ name: "models/c-tts", supportedGenerationMethods: ["generateContent", "countTokens"] },
			],
		},
		kinds: { "models/a": "chat", "models/b": "embedding", "models/c-tts": "other" },
	},
	{
		name: "Lemonade: labels, of which vision is about a chat model and image is not",
		source: "lemonade-sdk/lemonade",
		body: data(
			{ id: "a", labels: ["reasoning"] },
			{ id: "b", labels: ["hot", "vision"] },
			{ id: "c", labels: ["image"] },
			{ id: "d", labels: ["embeddings"] },
			{ id: "e", labels: ["reranking"] },
			{ id: "f", labels: [] },
		),
		kinds: { a: "chat", b: "chat", c: "other", d: "embedding", e: "other", f: "unknown" },
	},
	{
		name: "Qwen's chat: what a model can take in and make, deep within info",
		source: "vllm-project/vllm#28300",
		body: data({
			id: "a",
			info: { meta: { capabilities: { vision: true, document: true, video: true, audio: true, thinking: true } } },
		}),
		kinds: { a: "chat" },
	},
];

/** Servers that list input and output types. */
const outputDialects: readonly ModelListDialect[] = [
	{
		name: "SAIA: input and output",
		source: "harmeling/decker-chatty",
		body: data(
			{ id: "meta-llama-3.1-8b-instruct", input: ["text"], output: ["text"], status: "ready", owned_by: "chat-ai" },
			{ id: "gemma-3-27b-it", input: ["text", "image"], output: ["text"], status: "ready", owned_by: "chat-ai" },
			{ id: "qwen3-30b-a3b-thinking-2507", input: ["text", "arcana"], output: ["text", "thought"], status: "ready" },
		),
		kinds: { "meta-llama-3.1-8b-instruct": "chat", "gemma-3-27b-it": "chat", "qwen3-30b-a3b-thinking-2507": "chat" },
	},
	{
		name: "HAWKI: text is what an embedding model is said to give, too",
		source: "vorgehen/HAWKI-fragengenerator",
		body: data({ id: "qwen3-32b", output: ["text", "thought"] }, { id: "e5-mistral-7b-instruct", output: ["text"] }),
		kinds: { "qwen3-32b": "chat", "e5-mistral-7b-instruct": "embedding" },
	},
	{
		name: "OpenRouter: architecture with lists",
		source: "raycast/extensions",
		body: data(
			{ id: "a", architecture: { input_modalities: ["text", "image"], output_modalities: ["text"], tokenizer: "GPT" } },
			{ id: "b", architecture: { input_modalities: ["text"], output_modalities: ["image"] } },
			{ id: "c", architecture: { input_modalities: ["text", "image"], output_modalities: ["image", "text"] } },
			{ id: "d", architecture: { input_modalities: ["audio"], output_modalities: ["text"] } },
		),
		kinds: { a: "chat", b: "other", c: "chat", d: "other" },
	},
	{
		name: "OpenRouter: architecture with an arrow",
		source: "AgentSwarm-AI/cracked-dev-cli",
		body: data(
			{ id: "a", architecture: { modality: "text+image->text", tokenizer: "Other", instruct_type: "" } },
			{ id: "b", architecture: { modality: "text->image" } },
			{ id: "c", architecture: { modality: "text->embeddings" } },
		),
		kinds: { a: "chat", b: "other", c: "embedding" },
	},
	{
		name: "models.dev: embedding models give text",
		source: "anomalyco/models.dev#572",
		body: data(
			{ id: "embed-v4.0", modalities: { input: ["text"], output: ["text"] } },
			{ id: "rerank-v4.0-fast", modalities: { input: ["text"], output: ["text"] } },
			{ id: "command-a", modalities: { input: ["text"], output: ["text"] } },
		),
		kinds: { "embed-v4.0": "embedding", "rerank-v4.0-fast": "other", "command-a": "chat" },
	},
	{
		name: "Open WebUI: what Ollama says, passed on in a field of its own",
		source: "open-webui/open-webui",
		body: data(
			{
				id: "a",
				owned_by: "ollama",
				ollama: { name: "a", details: { family: "nomic-bert", families: ["nomic-bert"] } },
			},
			{ id: "arena-model", owned_by: "arena", arena: true, info: { meta: { description: "x", model_ids: null } } },
		),
		kinds: { a: "embedding", "arena-model": "unknown" },
	},
];

/** Servers without such fields: names decide. */
const nameDialects: readonly ModelListDialect[] = [
	{
		name: "LM Studio: /v1/models says nothing of kinds",
		source: "lmstudio-ai/lmstudio-js#325",
		body: data(
			{ id: "olmocr-7b-0225-preview", owned_by: "organization_owner" },
			{ id: "qwen/qwen2.5-vl-7b", owned_by: "organization_owner" },
			{ id: "text-embedding-nomic-embed-text-v1.5", owned_by: "organization_owner" },
		),
		kinds: {
			"olmocr-7b-0225-preview": "unknown",
			"qwen/qwen2.5-vl-7b": "unknown",
			"text-embedding-nomic-embed-text-v1.5": "embedding",
		},
	},
	{
		name: "OpenAI itself behind Copilot: names with inference at their end",
		source: "jmdaly/llm-github-copilot#23",
		body: data({ id: "text-embedding-ada-002" }, { id: "text-embedding-3-small-inference" }),
		kinds: { "text-embedding-ada-002": "embedding", "text-embedding-3-small-inference": "embedding" },
	},
	{
		name: "a proxy of many vendors: images under short names",
		source: "AlphastT101/luminaryai",
		body: data({ id: "gpt-4" }, { id: "sdxl-turbo" }, { id: "dalle3" }, { id: "flux" }, { id: "llama-3.1" }),
		kinds: { "gpt-4": "unknown", "sdxl-turbo": "other", dalle3: "other", flux: "other", "llama-3.1": "unknown" },
	},
	{
		name: "GPUStack: meta is null unless it is asked for",
		source: "gpustack/gpustack",
		body: data(
			{ id: "qwen3-reranker-8b", owned_by: "gpustack", meta: null },
			{ id: "a", owned_by: "gpustack", meta: {} },
		),
		kinds: { "qwen3-reranker-8b": "other", a: "unknown" },
	},
];

/** Lists of models by real servers. If only the vocabulary of a field was read, the ids are invented. */
export const modelListDialects: readonly ModelListDialect[] = [
	...typeDialects,
	...abilityDialects,
	...outputDialects,
	...nameDialects,
];

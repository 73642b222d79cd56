import { sseEvent } from "../../gateway/endpoints/sseChunk";
import { type ErrorDialect, openAiError } from "./errorDialect";
import { text as textEvent } from "./streamDialect";

const tgi = (limit: number, inputs: number) =>
	`Input validation error: \`inputs\` tokens + \`max_new_tokens\` must be <= ${limit}. Given: ${inputs} \`inputs\` tokens and 1024 \`max_new_tokens\``;
const lmStudio =
	"Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input";
const tooManyForGemini = "The input token count (134123) exceeds the maximum number of tokens allowed (131072).";
const tooLongForOpenAi =
	"This model's maximum context length is 8192 tokens. However, your messages resulted in 8312 tokens. Please reduce the length of the messages.";

type Overflow = Omit<ErrorDialect, "reason">;

const overflows: readonly Overflow[] = [
	{
		name: "bifrost: context_length_exceeded without a text, in a stream with 200",
		source: "maximhq/bifrost#4413",
		body: `event: error\ndata: ${JSON.stringify({ type: "error", error: { code: "context_length_exceeded", message: "" } })}\n\n`,
		says: "context_length_exceeded",
	},
	{
		name: "an OpenAI-compatible stream: the code in capitals, with 200",
		source: "vercel/ai#17279",
		body: sseEvent(openAiError("Context length exceeded", { code: "CONTEXT_LENGTH_EXCEEDED" })),
		says: "Context length exceeded",
	},
	{
		name: "SGLang: a status of its own in a stream with 200",
		source: "sgl-project/sglang#12081",
		body: sseEvent({
			error: {
				object: "error",
				message: "The input (85050 tokens) is longer than the model's context length (32768 tokens).",
				type: "BadRequestError",
				param: null,
				code: 400,
			},
		}),
		says: "85050 tokens",
		learned: { contextLength: 32768 },
	},
	{
		name: "kronk: a full context window as a server_error, in a stream with 200",
		source: "ardanlabs/kronk#862",
		body: sseEvent(
			openAiError(
				"start-slot: imc decode: imc: failed to decode extension tokens at pos 16384: unable to process request: the context window is full. Please reduce the input size or increase the context window",
				{ code: "server_error", type: "server_error" },
			),
		),
		says: "the context window is full",
	},
	{
		name: "DeepInfra: error_type and error_message in a chunk without choices, with 200",
		source: "NousResearch/hermes-agent#65738",
		body: sseEvent({ choices: null, error_type: "BadRequestError", error_message: tooLongForOpenAi }),
		says: "8312 tokens",
		learned: { contextLength: 8192 },
	},
	{
		name: "llama.cpp: an error chunk after some text, in a stream with 200",
		source: "unslothai/unsloth#9390",
		body:
			textEvent("Hel") +
			sseEvent(
				openAiError("request (2358 tokens) exceeds the available context size (2048 tokens), try increasing it"),
			),
		text: "Hel",
		says: "2358 tokens",
		learned: { contextLength: 2048 },
	},
	{
		name: "ds4: context_exceeded with n_ctx",
		source: "antirez/ds4#150",
		status: 400,
		body: openAiError("Prompt tokens (9000) exceeds context size (4096)", {
			type: "context_exceeded",
			n_prompt_tokens: 9000,
			n_ctx: 4096,
		}),
		says: "Prompt tokens (9000)",
		learned: { contextLength: 4096 },
	},
	{
		name: "LM Studio: an error event in a stream with 200",
		source: "nugget/thane-ai-agent#1395",
		body: `event: error\ndata: ${JSON.stringify({ error: { message: lmStudio }, message: lmStudio })}\n\n`,
		says: "Trying to keep the first 10136 tokens",
		learned: { contextLength: 7866 },
	},
	{
		name: "LM Studio: the tokens to keep, as the error itself",
		source: "dyad-sh/dyad#925",
		body: sseEvent({ error: lmStudio }),
		says: "Trying to keep the first 10136 tokens",
		learned: { contextLength: 7866 },
	},
	{
		name: "TGI at Hugging Face: a status in a field of the error",
		source: "huggingface/huggingface_hub#2763",
		status: 422,
		body: openAiError(tgi(4096, 8740), { http_status_code: 422 }),
		says: "must be <= 4096",
		learned: { contextLength: 4096 },
	},
	{
		name: "Together: TGI's words in its own form (mozilla-ai/any-llm#714)",
		source: "stanford-crfm/helm#2079",
		status: 400,
		body: { message: tgi(2048, 2019), type_: "invalid_request_error" },
		says: "must be <= 2048",
		learned: { contextLength: 2048 },
	},
	{
		name: "sub2api: context window as 502",
		source: "Wei-Shaw/sub2api#3857",
		status: 502,
		body: openAiError("Your input exceeds the context window of this model. Please adjust your input and try again.", {
			type: "upstream_error",
		}),
		says: "exceeds the context window",
	},
	{
		name: "OpenAI: context_length_exceeded with its number",
		source: "vercel/ai#428",
		status: 400,
		body: openAiError(tooLongForOpenAi, {
			type: "invalid_request_error",
			param: "messages",
			code: "context_length_exceeded",
		}),
		says: "8312 tokens",
		learned: { contextLength: 8192 },
	},
	{
		name: "OpenRouter through LiteLLM: an endpoint's length",
		source: "OpenHands/OpenHands#8149",
		status: 400,
		body: openAiError(
			"litellm.BadRequestError: OpenrouterException - This endpoint's maximum context length is 40960 tokens. However, you requested about 42988 tokens (38892 of text input, 4096 in the output).",
			{ type: null, param: null, code: "400" },
		),
		says: "42988 tokens",
		learned: { contextLength: 40960 },
	},
	{
		name: "TGI: inputs and max_new_tokens",
		source: "huggingface/llm-vscode#94",
		status: 422,
		body: { error: tgi(2048, 3474), error_type: "validation" },
		says: "must be <= 2048",
		learned: { contextLength: 2048 },
	},
	{
		name: "TGI: inputs alone",
		source: "huggingface/text-generation-inference#937",
		status: 422,
		body: {
			error: "Input validation error: `inputs` must have less than 1024 tokens. Given: 1872",
			error_type: "validation",
		},
		says: "Given: 1872",
		learned: { contextLength: 1024 },
	},
	{
		name: "LM Studio: n_keep and n_ctx",
		source: "Gitlawb/openclaude#353",
		status: 400,
		body: {
			error:
				"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.",
		},
		says: "n_keep: 13055",
		learned: { contextLength: 4096 },
	},
	{
		name: "LM Studio: n_keep and n_ctx in parentheses",
		source: "anomalyco/opencode#11141",
		status: 400,
		body: { error: "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)" },
		says: "Cannot truncate prompt",
		learned: { contextLength: 7424 },
	},
	{
		name: "Gemini: the input token count, in an array",
		source: "google-gemini/gemini-cli#12214",
		status: 400,
		body: [
			{
				error: {
					code: 400,
					message: tooManyForGemini,
					errors: [{ message: tooManyForGemini, domain: "global", reason: "badRequest" }],
					status: "INVALID_ARGUMENT",
				},
			},
		],
		says: `: ${tooManyForGemini}`,
		learned: { contextLength: 131072 },
	},
	{
		name: "llama.cpp: exceed_context_size_error, its number as a field",
		source: "oobabooga/textgen#7257",
		status: 400,
		body: openAiError(
			"the request exceeds the available context size. try increasing the context size or enable context shift",
			{ code: 400, type: "exceed_context_size_error", n_prompt_tokens: 14429, n_ctx: 8192 },
		),
		says: "exceeds the available context size",
		learned: { contextLength: 8192 },
	},
	{
		name: "llama.cpp: exceed_context_size_error as 500",
		source: "ggml-org/llama.cpp#15780",
		status: 500,
		body: openAiError("the request exceeds the available context size.", {
			code: 500,
			type: "exceed_context_size_error",
			n_prompt_tokens: 1407,
			n_ctx: 256,
		}),
		says: "exceeds the available context size",
		learned: { contextLength: 256 },
	},
	{
		name: "llama.cpp: a context that fills up while it answers",
		source: "ggml-org/llama.cpp#19774",
		status: 500,
		body: openAiError("Context size has been exceeded.", { code: 500, type: "server_error" }),
		says: "Context size has been exceeded.",
	},
	{
		name: "vLLM: the decoder prompt",
		source: "Gabesarch/grounded-rl#16",
		status: 400,
		body: {
			object: "error",
			message:
				"The decoder prompt (length 10127) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.",
			type: "BadRequestError",
			param: null,
			code: 400,
		},
		says: "length 10127",
		learned: { contextLength: 8192 },
	},
	{
		name: "Xinference: vLLM's text as FastAPI's detail, with 500",
		source: "langchain-ai/deepagents#468",
		status: 500,
		body: {
			detail:
				"[address=0.0.0.0:43769, pid=1065] The decoder prompt (length 66501) is longer than the maximum model length of 65536.",
		},
		says: "length 66501",
		learned: { contextLength: 65536 },
	},
	{
		name: "SGLang: the input",
		source: "QwenLM/Qwen3#1321",
		status: 400,
		body: {
			object: "error",
			message: "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
			type: "BadRequestError",
			param: null,
			code: 400,
		},
		says: "61709 tokens",
		learned: { contextLength: 40960 },
	},
	{
		name: "Moonshot: a model's token limit",
		source: "MoonshotAI/kimi-cli#2011",
		status: 400,
		body: openAiError("Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)", {
			type: "invalid_request_error",
		}),
		says: "requested: 269030",
		learned: { contextLength: 262144 },
	},
	{
		name: "DashScope: a range of input length",
		source: "agentscope-ai/QwenPaw#6255",
		status: 400,
		body: openAiError("<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 983616]", {
			code: "invalid_parameter_error",
			param: null,
			type: "invalid_request_error",
		}),
		says: "Range of input length should be [1, 983616]",
		learned: { contextLength: 983616 },
	},
	{
		name: "GitHub Models: tokens_limit_reached",
		source: "eslint/tsc-meetings#593",
		status: 413,
		body: openAiError("Request body too large for gpt-4o model. Max size: 8000 tokens.", {
			code: "tokens_limit_reached",
		}),
		says: "Max size: 8000 tokens.",
		learned: { contextLength: 8000 },
	},
	{
		name: "Groq: more in one request than in a minute, as 413",
		source: "assafelovic/gpt-researcher#985",
		status: 413,
		body: openAiError(
			"Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 14368, please reduce your message size and try again.",
			{ type: "tokens", code: "rate_limit_exceeded" },
		),
		says: "Requested 14368",
	},
	{
		name: "OpenAI: more in one request than in a minute, as 429",
		source: "vanna-ai/vanna-flask#11",
		status: 429,
		body: openAiError(
			"Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 342389. The input or output tokens must be reduced in order to run successfully.",
			{ type: "tokens", param: null, code: "rate_limit_exceeded" },
		),
		says: "Requested 342389",
	},
	{
		name: "Anthropic: a prompt that is too long",
		source: "stackblitz-labs/bolt.diy#401",
		status: 400,
		body: {
			type: "error",
			error: { type: "invalid_request_error", message: "prompt is too long: 202609 tokens > 200000 maximum" },
		},
		says: "202609 tokens",
		learned: { contextLength: 200000 },
	},
	{
		name: "MiniMax: its error's code in parentheses, which is no length",
		source: "MiniMax-AI/MiniMax-M2#119",
		status: 400,
		body: {
			type: "error",
			error: {
				type: "bad_request_error",
				message: "invalid params, context window exceeds limit (2013)",
				http_code: "400",
			},
		},
		says: "context window exceeds limit",
	},
	{
		name: "Ollama: by how much the length is exceeded, which is no length",
		source: "earendil-works/pi",
		status: 400,
		body: openAiError("prompt too long; exceeded max context length by 65590 tokens", { type: "api_error" }),
		says: "by 65590 tokens",
	},
	{
		name: "OpenRouter with Poolside: the maximum allowed input length",
		source: "earendil-works/pi",
		status: 400,
		body: openAiError("Input length 265330 exceeds the maximum allowed input length of 262144 tokens.", { code: 400 }),
		says: "Input length 265330",
		learned: { contextLength: 262144 },
	},
	{
		name: "Cerebras: the current length and the limit",
		source: "cline/cline#5140",
		status: 400,
		body: {
			message: "Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000",
			type: "invalid_request_error",
			param: "messages",
		},
		says: "limit is 40000",
		learned: { contextLength: 40000 },
	},
];

/** Errors about questions that are too long for a model, and the limit that can be learned from them. */
export const overflowDialects: readonly ErrorDialect[] = overflows.map((dialect) => ({
	...dialect,
	reason: "contextOverflow",
}));

import { type ErrorDialect, openAiError } from "./errorDialect";

const reason = "contextOverflow";

/** Errors about questions that are too long for a model, in the words of servers that mention the input's length. */
export const inputLengthDialects: readonly ErrorDialect[] = [
	{
		name: "Volcengine Ark: the maximum length",
		source: "langgenius/dify#32221",
		status: 400,
		reason,
		body: openAiError("Input length 203743 exceeds the maximum length 202752", { code: "InvalidParameter" }),
		says: "the maximum length 202752",
		learned: { contextLength: 202752 },
	},
	{
		name: "SGLang, earlier: the maximum allowed length in parentheses",
		source: "sgl-project/sglang#4048",
		status: 400,
		reason,
		body: {
			object: "error",
			message: "Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).",
			type: "BadRequestError",
			param: null,
			code: 400,
		},
		says: "59862 tokens",
		learned: { contextLength: 59862 },
	},
	{
		name: "vLLM behind a front of its own: a sequence that is longer, without a number",
		source: "vllm-project/vllm-ascend#7535",
		status: 400,
		reason,
		body: { msg: "Token indices sequence length is longer than the specified maximum sequence length for this model!" },
		says: "maximum sequence length",
	},
	{
		name: "Gemini: the number of tokens allowed without parentheses",
		source: "google-gemini/gemini-cli#22609",
		status: 400,
		reason,
		body: [
			openAiError("The input token count exceeds the maximum number of tokens allowed 1048576.", {
				code: 400,
				status: "INVALID_ARGUMENT",
			}),
		],
		says: "tokens allowed 1048576",
		learned: { contextLength: 1_048_576 },
	},
];

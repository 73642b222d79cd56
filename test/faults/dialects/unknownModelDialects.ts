import { type ErrorDialect, openAiError } from "./errorDialect";

const reason = "unknownModel";
const format = "* GenerateContentRequest.model: unexpected model name format\n";

/** Errors about models that a server does not have, in other words than "model not found". */
export const unknownModelDialects: readonly ErrorDialect[] = [
	{
		name: "DeepSeek since V4: the names that it has, and the one that was passed",
		source: "JayWebtech/autoshorts#33",
		status: 400,
		reason,
		body: openAiError(
			"The supported API model names are deepseek-v4-pro or deepseek-v4-flash, but you passed deepseek-chat.",
			{ type: "invalid_request_error", param: null, code: "invalid_request_error" },
		),
		says: "but you passed deepseek-chat",
	},
	{
		name: "Gemini: a name in an unexpected format",
		source: "songquanpeng/one-api#938",
		status: 400,
		reason,
		body: [{ error: { code: 400, message: format, status: "INVALID_ARGUMENT" } }],
		says: "unexpected model name format",
	},
	{
		name: "Gemini's library: a name in an unexpected format, as the text of another error",
		source: "CherryHQ/cherry-studio#9863",
		status: 400,
		reason,
		body: openAiError(JSON.stringify({ error: { code: 400, message: format, status: "INVALID_ARGUMENT" } }), {
			code: 400,
			status: "",
		}),
		says: "unexpected model name format",
	},
	{
		name: "Hugging Face's router: a provider that does not have the model",
		source: "huggingface/ml-intern#51",
		status: 400,
		reason,
		body: { error: "Model not supported by provider fireworks-ai" },
		says: "Model not supported by provider fireworks-ai",
	},
];

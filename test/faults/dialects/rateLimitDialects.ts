import { sseEvent } from "../../gateway/endpoints/sseChunk";
import { type ErrorDialect, openAiError } from "./errorDialect";

const tooManyTokens = "Too many tokens, please wait before trying again.";
const geminiQuota =
	"You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.";
/** Number of requests if the client retries: the first and three more. */
const asked = 4;

/** Errors of servers that ask the client to wait, or that cannot answer right now. */
export const rateLimitDialects: readonly ErrorDialect[] = [
	{
		name: "Bedrock: too many tokens in a minute, as 429",
		source: "aws-samples/amazon-bedrock-client-for-mac#99",
		status: 429,
		headers: { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/coral/com.amazon.bedrock/" },
		body: { message: tooManyTokens },
		reason: "rateLimited",
		says: tooManyTokens,
		requests: asked,
	},
	{
		name: "Bedrock: too many tokens in a day",
		source: "minorun365/agent-book#29",
		status: 429,
		body: {
			detail:
				"An error occurred (ThrottlingException) when calling the Converse operation (reached max retries: 4): Too many tokens per day, please wait before trying again.",
		},
		reason: "rateLimited",
		says: "Too many tokens per day",
		requests: asked,
	},
	{
		name: "Bedrock behind a proxy: the same in a stream with 200",
		source: "ranxianglei/billion-context-pi#169",
		body: sseEvent({ message: tooManyTokens }),
		reason: "rateLimited",
		says: tooManyTokens,
	},
	{
		name: "DashScope: throttling with its status in a comment, in a stream with 200",
		source: "NousResearch/hermes-agent#58017",
		body: 'id:1\nevent:error\n:HTTP_STATUS/429\ndata:{"code":"Throttling.AllocationQuota","message":"Wait."}\n\n',
		reason: "rateLimited",
		says: "Wait.",
	},
	{
		name: "Gemini's library: the same as the text of another error",
		source: "gke-labs/gemini-for-kubernetes-development#1215",
		status: 429,
		body: openAiError(JSON.stringify(openAiError(geminiQuota, { code: 429, status: "RESOURCE_EXHAUSTED" }), null, 2), {
			code: 429,
			status: "Too Many Requests",
		}),
		reason: "rateLimited",
		says: ": You exceeded your current quota",
		requests: asked,
	},
	{
		name: "Gemini: requests of a day, with a reason",
		source: "google-gemini/gemini-cli#10925",
		status: 429,
		body: [
			openAiError(
				"Quota exceeded for quota metric 'Gemini 2.5 Pro Requests' and limit 'Gemini 2.5 Pro Requests per day'",
				{
					code: 429,
					errors: [{ message: "Quota exceeded", domain: "global", reason: "rateLimitExceeded" }],
					status: "RESOURCE_EXHAUSTED",
				},
			),
		],
		reason: "rateLimited",
		says: "Quota exceeded for quota metric",
		requests: asked,
	},
	{
		name: "Mistral: a rate limit with a code of its own",
		source: "raycast/extensions#31107",
		status: 429,
		body: {
			object: "error",
			message: "Rate limit exceeded",
			type: "rate_limited",
			param: null,
			code: "1300",
			raw_status_code: 429,
		},
		reason: "rateLimited",
		says: "Rate limit exceeded",
		requests: asked,
	},
	{
		name: "Mistral: capacity of a tier",
		source: "continuedev/continue#6185",
		status: 429,
		body: {
			object: "error",
			message: "Service tier capacity exceeded for this model.",
			type: "invalid_request_error",
			param: null,
			code: null,
		},
		reason: "rateLimited",
		says: "Service tier capacity exceeded",
		requests: asked,
	},
	{
		name: "Groq: tokens of a day",
		source: "continuedev/continue#10920",
		status: 429,
		body: openAiError(
			"Rate limit reached for model `x` on tokens per day (TPD): Limit 100000, Used 97050, Requested 3619. Please try again in 9m38.016s.",
			{ type: "tokens", code: "rate_limit_exceeded" },
		),
		reason: "rateLimited",
		says: "Please try again in 9m38.016s.",
		requests: asked,
	},
	{
		name: "Anthropic: overloaded, as 529",
		source: "anthropics/claude-code#3633",
		status: 529,
		body: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
		reason: "unavailable",
		says: "Overloaded",
		requests: asked,
	},
	{
		name: "Hugging Face: a model that is loading",
		source: "huggingface/huggingface_hub#2763",
		status: 503,
		body: { error: "Model x/y is currently loading", estimated_time: 176.7 },
		reason: "unavailable",
		says: "is currently loading",
		requests: asked,
	},
	{
		name: "CLIProxyAPI: a provider that ended its stream before a word, as 500",
		source: "router-for-me/CLIProxyAPI#2815",
		status: 500,
		body: openAiError("empty_stream: upstream stream closed before first payload", { type: "server_error" }),
		reason: "unavailable",
		says: "upstream stream closed",
		requests: asked,
	},
	{
		name: "Gemini: the delay in the error's details alone",
		source: "AtomicBot-ai/atomic-agent#106",
		status: 429,
		body: [
			openAiError(geminiQuota, {
				code: 429,
				status: "RESOURCE_EXHAUSTED",
				details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "39s" }],
			}),
		],
		reason: "rateLimited",
		says: ": You exceeded your current quota",
		requests: asked,
	},
];

import { sseEvent } from "../../gateway/endpoints/sseChunk";
import { type ErrorDialect, openAiError } from "./errorDialect";

const credit = "outOfCredit";
const quota = "You exceeded your current quota, please check your plan and billing details.";
const balance =
	"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.";
const suspended =
	"Your account org-1 <ak-1> is suspended due to insufficient balance, please recharge your account or check your plan and billing details";
const needsCredits =
	"This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 3395.";

const spent =
	"Your team t-1 has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit.";
const depleted =
	"Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects to manage your project and billing.";

/** Accounts, keys and teams without credit: requested only once, whatever the status. */
export const creditDialects: readonly ErrorDialect[] = [
	{
		name: "OpenAI: insufficient_quota as type and code",
		source: "openai/openai-cookbook#844",
		status: 429,
		headers: { "retry-after": "1" },
		body: openAiError(quota, { type: "insufficient_quota", param: null, code: "insufficient_quota" }),
		reason: credit,
		says: quota,
	},
	{
		name: "OpenAI: insufficient_quota as type alone",
		source: "ayaka14732/ChatGPTAPIFree#16",
		status: 429,
		body: openAiError(quota, { type: "insufficient_quota", param: null, code: null }),
		reason: credit,
		says: quota,
	},
	{
		name: "Puter: OpenAI's text after its status, without a code",
		source: "HeyPuter/puter#1977",
		status: 429,
		body: { success: false, error: `429 ${quota}` },
		reason: credit,
		says: quota,
	},
	{
		name: "Anthropic: a credit balance that is too low, as 400",
		source: "anthropics/claude-code#66314",
		status: 400,
		body: { type: "error", error: { type: "invalid_request_error", message: balance }, request_id: "req_1" },
		reason: credit,
		says: "credit balance is too low",
	},
	{
		name: "LiteLLM: budget_exceeded as 429",
		source: "BerriAI/litellm#37000",
		status: 429,
		body: openAiError("Budget has been exceeded! Current cost: 26.075, Max budget: 0.25", {
			type: "budget_exceeded",
			param: null,
			code: "429",
		}),
		reason: credit,
		says: "Max budget: 0.25",
	},
	{
		name: "LiteLLM: budget_exceeded with an administrator's own text",
		source: "BerriAI/litellm#37000",
		status: 429,
		body: openAiError("Ask the help desk.", { type: "budget_exceeded", param: null, code: "429" }),
		reason: credit,
		says: "Ask the help desk.",
	},
	{
		name: "LiteLLM, older: a budget as an auth_error with 400",
		source: "BerriAI/litellm#4208",
		status: 400,
		body: openAiError("Budget has been exceeded! Current cost: 0.0010747, Max budget: 0.0", {
			type: "auth_error",
			param: null,
			code: 400,
		}),
		reason: credit,
		says: "Budget has been exceeded!",
	},
	{
		name: "LiteLLM: another LiteLLM's budget in a text of its own",
		source: "BerriAI/litellm#14144",
		status: 400,
		body: openAiError(
			"litellm.BadRequestError: OpenAIException - Budget has been exceeded! Current cost: 14.2, Max budget: 100. Received Model Group=x\nAvailable Model Group Fallbacks=None",
			{ type: null, param: null, code: "400" },
		),
		reason: credit,
		says: "Max budget: 100",
	},
	{
		name: "LiteLLM: a deployment's budget",
		source: "BerriAI/litellm#14144",
		status: 429,
		body: openAiError(
			"No deployments available - crossed budget: Exceeded budget for deployment model_name: x: 0.363 >= 1d",
		),
		reason: credit,
		says: "crossed budget",
	},
	{
		name: "LiteLLM: a user's budget in plain text",
		source: "continuedev/continue#11579",
		status: 400,
		body: "ExceededBudget: User=486535c5 over budget. Spend=10.63354472, Budget=10.0",
		reason: credit,
		says: "over budget",
	},
	{
		name: "LiteLLM: a user's budget for one model",
		source: "OWASP/OpenCRE#1102",
		status: 429,
		body: openAiError("LiteLLM User: engineer-1, exceeded budget for model=claude", {
			type: "budget_exceeded",
			param: null,
			code: "429",
		}),
		reason: credit,
		says: "exceeded budget for model",
	},
	{
		name: "one-api: insufficient_user_quota as 403",
		source: "songquanpeng/one-api#1270",
		status: 403,
		body: openAiError("user quota is not enough", {
			type: "one_api_error",
			param: "",
			code: "insufficient_user_quota",
		}),
		reason: credit,
		says: "user quota is not enough",
	},
	{
		name: "Moonshot: an account that is not active, as 403",
		source: "MoonshotAI/Kimi-K2#5",
		status: 403,
		body: openAiError(
			"Your account x is not active, organization y exceeded current quota, please check your plan and billing details",
			{ type: "exceeded_current_quota_error" },
		),
		reason: credit,
		says: "is not active",
	},
	{
		name: "Moonshot: a suspended account, as 429 without a code",
		source: "continuedev/continue#11443",
		status: 429,
		body: suspended,
		reason: credit,
		says: "recharge your account",
	},
	{
		name: "OpenCode Zen: a provider's error as JSON in metadata.raw",
		source: "anomalyco/opencode#25458",
		status: 429,
		body: openAiError("Error from provider: Provider returned error", {
			code: 429,
			metadata: {
				raw: JSON.stringify(openAiError(suspended, { type: "exceeded_current_quota_error" })),
				provider_name: "Moonshot AI",
			},
		}),
		reason: credit,
		says: "suspended due to insufficient balance",
	},
	{
		name: "OpenRouter: 402 with earlier errors",
		source: "newo-ether/Agora#8",
		status: 402,
		body: openAiError(needsCredits, {
			code: 402,
			metadata: { provider_name: null, previous_errors: [{ code: 402, message: needsCredits }] },
		}),
		reason: credit,
		says: "can only afford 3395",
	},
	{
		name: "OpenRouter: an error within an error, in a stream with 200",
		source: "tailcallhq/forgecode#571",
		body: sseEvent({
			error: { error: { message: "More credits are required to run this request.", code: 402 }, code: 402 },
		}),
		reason: credit,
		says: "More credits are required",
	},
	{
		name: "xAI: used credits or a spending limit, as 429",
		source: "continuedev/continue#10373",
		status: 429,
		body: { code: "Some resource has been exhausted", error: spent },
		reason: credit,
		says: "raise your spending limit",
	},
	{
		name: "xAI: the same, as 403",
		source: "Anantys-oss/koan#2412",
		status: 403,
		body: { code: "The caller does not have permission to execute the specified operation", error: spent },
		reason: credit,
		says: "raise your spending limit",
	},
	{
		name: "Gemini: prepaid credits, in an array",
		source: "dyad-sh/dyad#3626",
		status: 429,
		body: [{ error: { code: 429, message: depleted, status: "RESOURCE_EXHAUSTED" } }],
		reason: credit,
		says: "prepayment credits are depleted",
	},
	{
		name: "OpenRouter: the spending limit of a key, as 403",
		source: "RooCodeInc/Roo-Code#515",
		status: 403,
		body: openAiError("Key limit exceeded. Manage it using https://openrouter.ai/keys", { code: 403 }),
		reason: credit,
		says: "Key limit exceeded",
	},
	{
		name: "SiliconFlow: a paid balance, as 403 with a code of its own",
		source: "FoundationAgents/OpenManus#438",
		status: 403,
		body: {
			code: 30011,
			message:
				"The selected model requires paid balance. Your paid balance is insufficient. Please top up and try again.",
			data: null,
		},
		reason: credit,
		says: "paid balance is insufficient",
	},
	{
		name: "sub2api: an account's balance, as 403",
		source: "Wei-Shaw/sub2api#890",
		status: 403,
		body: { code: "INSUFFICIENT_BALANCE", message: "Insufficient account balance" },
		reason: credit,
		says: "Insufficient account balance",
	},
	{
		name: "ModelScope: MiniMax's insufficient_balance_error, as 429",
		source: "modelscope/modelscope#1691",
		status: 429,
		body: openAiError("insufficient balance (1008)", { http_code: "429", type: "insufficient_balance_error" }),
		reason: credit,
		says: "insufficient balance",
	},
	{
		name: "MiniMax: the same as api_error, with 500",
		source: "MiniMax-AI/MiniMax-M2#62",
		status: 500,
		body: { type: "error", error: { type: "api_error", message: "insufficient balance (1008)" }, request_id: "1" },
		reason: credit,
		says: "insufficient balance",
	},
	{
		name: "MiniMax: a status of its own beside no choices, with 200",
		source: "milind-soni/OpenMausBot#1200",
		body: { choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } },
		reason: credit,
		says: "insufficient balance",
	},
	{
		name: "new-api: a key whose quota is used up, as 401 in Chinese",
		source: "QuantumNous/new-api",
		status: 401,
		body: openAiError("该令牌额度已用尽 TokenStatusExhausted[sk-abc***xyz]", { type: "new_api_error" }),
		reason: credit,
		says: "额度已用尽",
	},
	{
		name: "Anthropic: the limit of spending that the user has set, as 400",
		source: "anthropics/claude-code#2127",
		status: 400,
		body: {
			type: "error",
			error: {
				type: "invalid_request_error",
				message: "You have reached your specified API usage limits. You will regain access on 2025-07-01 at 00:00 UTC.",
			},
		},
		reason: credit,
		says: "on 2025-07-01 at 00:00 UTC",
	},
];

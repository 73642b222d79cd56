import { type ErrorDialect, openAiError } from "./errorDialect";

/** Keys that are refused, and those that may not do what was asked. */
export const keyDialects: readonly ErrorDialect[] = [
	{
		name: "LiteLLM: an expired key as 400, and the key itself as param",
		source: "BerriAI/litellm#18731",
		status: 400,
		body: openAiError(
			"Authentication Error - Expired Key. Key Expiry time 2025-01-01 00:00:00+00:00 and current time 2025-01-06 12:00:00+00:00",
			{ type: "expired_key", param: "sk-1234567890abcdefghijklmnopqrstuvwxyz", code: "400" },
		),
		reason: "unauthorized",
		says: "Expired Key",
	},
	{
		name: "LiteLLM: a key that is not in its database, as 401",
		source: "BerriAI/litellm#39787",
		status: 401,
		body: openAiError(
			"Authentication Error, Invalid proxy server token passed. key=d748, not found in db. Create key via `/key/generate` call.",
			{ code: "401" },
		),
		reason: "unauthorized",
		says: "not found in db",
	},
	{
		name: "LiteLLM: a key that may not use the model, as 401",
		source: "winfunc/opcode#358",
		status: 401,
		body: openAiError("key not allowed to access model. This key can only access models=['gpt-5']. Tried to access x", {
			type: "key_model_access_denied",
			param: "model",
			code: "401",
		}),
		reason: "forbidden",
		says: "can only access models",
	},
	{
		name: "LiteLLM: a key that may not use the model, as 403",
		source: "BerriAI/litellm#39660",
		status: 403,
		body: openAiError("key not allowed to access model. This key can only access models=['haiku']. Tried to access x", {
			type: "key_model_access_denied",
			param: "model",
			code: "403",
		}),
		reason: "forbidden",
		says: "can only access models",
	},
	{
		name: "OpenRouter: no credentials",
		source: "Aider-AI/aider#3802",
		status: 401,
		body: openAiError("No auth credentials found", { code: 401 }),
		reason: "unauthorized",
		says: "No auth credentials found",
	},
	{
		name: "OpenGateway: a key that is missing",
		source: "Gitlawb/openclaude#1809",
		status: 401,
		body: openAiError("API key required", { type: "authentication_error", code: "api_key_required" }),
		reason: "unauthorized",
		says: "API key required",
	},
	{
		name: "Gemini: a key that is not valid, as 400",
		source: "BerriAI/litellm#14770",
		status: 400,
		body: openAiError("API key not valid. Please pass a valid API key.", { code: 400, status: "INVALID_ARGUMENT" }),
		reason: "unauthorized",
		says: "API key not valid",
	},
	{
		name: "LiteLLM before it knew keys of users: FastAPI's detail",
		source: "BerriAI/litellm#1062",
		status: 401,
		body: { detail: "invalid user key" },
		reason: "unauthorized",
		says: "invalid user key",
	},
	{
		name: "Databricks: an endpoint that the user may not see",
		source: "databricks-demos/dbdemos#218",
		status: 403,
		body: {
			error_code: "PERMISSION_DENIED",
			message: "User does not have permission 'View' on Endpoint gte-large-en",
			details: [{ "@type": "type.googleapis.com/google.rpc.RequestInfo", request_id: "1" }],
		},
		reason: "forbidden",
		says: "does not have permission",
	},
	{
		name: "MLflow's gateway: Portkey's refusal within FastAPI's detail",
		source: "mlflow/mlflow#24391",
		status: 400,
		body: {
			detail: {
				status: "failure",
				message: "Either x-portkey-config or x-portkey-provider header is required",
			},
		},
		reason: "refused",
		says: "header is required",
	},
	{
		name: "Cloudflare's AI Gateway: a key that is missing",
		source: "cloudflare/ai#430",
		status: 401,
		body: openAiError("No or an invalid authentication header was provided on the request.", { code: 401 }),
		reason: "unauthorized",
		says: "invalid authentication header",
	},
	{
		name: "DashScope: a model that the account is not eligible for",
		source: "QwenLM/qwen-code#9605",
		status: 403,
		body: openAiError("Access to model denied. Please make sure you are eligible for using the model."),
		reason: "forbidden",
		says: "Access to model denied",
	},
];

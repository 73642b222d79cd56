import type { ScriptedAnswer } from "../../gateway/script";
import type { Dialect } from "./dialect";

/** The answers of a server, by the requested path and query; `*` is for all others. */
export type Layout = Readonly<Record<string, ScriptedAnswer>>;

/** The address of a server's API, and its answers elsewhere; the models of each list are the fixture's own. */
export interface AddressDialect extends Dialect {
	/** The address that users paste, without the origin. */
	readonly typed: string;
	readonly layout: Layout;
	/** The path at which the gateway is found, or the reason why it is not found. */
	readonly expected: { readonly at: string } | { readonly reason: string };
	/** The expected requests, in this order. */
	readonly asked: readonly string[];
}

/** A list of models in pages, below `/v1`. */
export interface PageDialect extends Dialect {
	/** The JSON for each query, including the empty one; every other query gets the first page again. */
	readonly pages: Readonly<Record<string, object>>;
	readonly ids: readonly string[];
}

const list = (...ids: string[]) => ({ json: { object: "list", data: ids.map((id) => ({ id, object: "model" })) } });
const models = list("demo-chat");
const page = (title: string, status = 200): ScriptedAnswer => ({
	status,
	headers: { "content-type": "text/html; charset=utf-8" },
	body: `<!DOCTYPE html>\n<html lang=en><title>${title}</title><p>${title}</html>`,
});
const notFound = (json: object): ScriptedAnswer => ({ status: 404, json });
const vertex = "/v1/projects/p/locations/l/endpoints/openapi";
const account = "/client/v4/accounts/a/ai/v1";
const azure404 = notFound({ error: { code: "404", message: "Resource not found" } });

/** Returns a server whose API is below the given address, without `/v1`. */
function asGiven(
	name: string,
	source: string,
	at: string,
	elsewhere: ScriptedAnswer,
	typed = at,
	listed: ScriptedAnswer = models,
): AddressDialect {
	const layout = { [`${at}/models`]: listed, "*": elsewhere };
	return { name, source, typed, layout, expected: { at }, asked: [`${at}/v1/models`, `${at}/models`] };
}

/** Real servers' addresses. */
export const addressDialects: readonly AddressDialect[] = [
	asGiven("Gemini: 404 below /v1beta/openai/v1", "QuantumNous/new-api#853", "/v1beta/openai", { status: 404 }),
	asGiven(
		"DeepInfra: /v1 in the middle, FastAPI's 404 elsewhere",
		"Helicone/helicone#3651",
		"/v1/openai",
		notFound({ detail: "Not Found" }),
		"/v1/openai/chat/completions",
	),
	asGiven(
		"Databricks: a 400 for a path that it does not have",
		"databricks/databricks-sql-python#906",
		"/serving-endpoints",
		{
			status: 400,
			json: { message: "Unsupported native API path '/serving-endpoints/v1/models' for provider 'openai'" },
		},
	),
	asGiven(
		"Zhipu: /api/paas/v4, Spring's 404 elsewhere",
		"borawong/AiMaMi#64",
		"/api/paas/v4",
		notFound({ timestamp: "2026-06-27T05:18:33.909+00:00", status: 404, error: "Not Found", path: "/v4/v1/models" }),
	),
	asGiven("Volcengine Ark: /api/coding/v3", "BigPizzaV3/CodexPlusPlus#1363", "/api/coding/v3", { status: 404 }),
	asGiven(
		"Volcengine Ark: /api/v3, chat pasted",
		"Starfallan/PiliNara#200",
		"/api/v3",
		{ status: 404 },
		"/api/v3/chat/completions",
	),
	asGiven("GitHub Copilot: at the root", "sigoden/aichat#1030", "", { status: 404, body: "404 page not found\n" }),
	asGiven(
		"GitHub Models until 2026: at the root, the name in place of an id that is no model's",
		"open-webui/open-webui#5242",
		"",
		azure404,
		"",
		{
			json: [{ id: "azureml://registries/a/models/demo-chat/versions/1", name: "demo-chat", task: "chat-completion" }],
		},
	),
	asGiven("LM Studio: status 200 for every path it does not know", "lmstudio-ai/lmstudio-bug-tracker#618", "/api/v0", {
		json: { error: "Unexpected endpoint or method. (GET /api/v0/v1/models)" },
	}),
	asGiven("Open WebUI until August 2025: its users' own models below /api/v1", "open-webui/open-webui#16445", "/api", {
		json: [
			{
				id: "tutor",
				user_id: "u1",
				base_model_id: "llama3",
				name: "Tutor",
				params: {},
				meta: {},
				access_control: null,
			},
		],
	}),
	asGiven("Open WebUI until August 2025: no such models yet", "open-webui/open-webui", "/api", { json: [] }),
	{
		name: "Open WebUI since: the same below /api/v1",
		source: "open-webui/open-webui#16445",
		typed: "/api",
		layout: { "/api/models": models, "/api/v1/models": models, "*": page("Open WebUI") },
		expected: { at: "/api/v1" },
		asked: ["/api/v1/models"],
	},
	{
		name: "a gateway whose web app answers beside /v1 with status 200",
		source: "neutree-ai/agent-platform#130",
		typed: "",
		layout: { "/v1/models": models, "*": page("Console") },
		expected: { at: "/v1" },
		asked: ["/v1/models"],
	},
	{
		name: "the same with a path too many: the web app answers at both addresses",
		source: "neutree-ai/agent-platform#130",
		typed: "/console",
		layout: { "/v1/models": models, "*": page("Console") },
		expected: { reason: "wrongAddress" },
		asked: ["/console/v1/models", "/console/models"],
	},
	{
		name: "Ollama: below /v1, plain text elsewhere",
		source: "skye-harris/hass_local_openai_llm#15",
		typed: "/",
		layout: { "/v1/models": models, "*": { status: 404, body: "404 page not found" } },
		expected: { at: "/v1" },
		asked: ["/v1/models"],
	},
	{
		name: "Perplexity: the models below /v1 alone, the chat's address pasted",
		source: "decolua/9router#1895",
		typed: "/chat/completions",
		layout: { "/v1/models": models, "*": { status: 404 } },
		expected: { at: "/v1" },
		asked: ["/v1/models"],
	},
	{
		name: "one-api: a bare array",
		source: "songquanpeng/one-api#128",
		typed: "/v1",
		layout: {
			"/v1/models": { json: [{ id: "demo-chat", object: "model", owned_by: "openai" }] },
			"*": page("One API"),
		},
		expected: { at: "/v1" },
		asked: ["/v1/models"],
	},
	{
		name: "Azure OpenAI: /openai, with /v1 below it",
		source: "openai/codex#1628",
		typed: "/openai",
		layout: { "/openai/v1/models": models, "*": azure404 },
		expected: { at: "/openai/v1" },
		asked: ["/openai/v1/models"],
	},
	{
		name: "Azure OpenAI: the resource's name alone",
		source: "andrewyng/aisuite#194",
		typed: "/",
		layout: { "/openai/v1/models": models, "*": azure404 },
		expected: { reason: "wrongAddress" },
		asked: ["/v1/models", "/models"],
	},
	{
		name: "CLIProxyAPI: 401 for every path below /v1",
		source: "router-for-me/CLIProxyAPI#3443",
		typed: "",
		layout: { "*": { status: 401, json: { error: "Missing API key" } } },
		expected: { reason: "unauthorized" },
		asked: ["/v1/models"],
	},
	{
		name: "a front that redirects plain http to https, which is another origin",
		source: "danny-avila/LibreChat#4688",
		typed: "",
		layout: { "*": { status: 308, headers: { location: "https://api.my-oai-reverse-proxy.com/v1/models" } } },
		expected: { reason: "redirected" },
		asked: ["/v1/models", "/models"],
	},
	{
		name: "GitHub Models: the list of models is not below /inference",
		source: "open-webui/open-webui#21257",
		typed: "/inference",
		layout: { "/catalog/models": models, "*": { status: 404, body: "404 page not found\n" } },
		expected: { reason: "wrongAddress" },
		asked: ["/inference/v1/models", "/inference/models"],
	},
	{
		name: "Vertex AI: no list of models, Google's page with status 404",
		source: "ogx-ai/ogx#3988",
		typed: vertex,
		layout: { "*": page("Error 404 (Not Found)!!1", 404) },
		expected: { reason: "wrongAddress" },
		asked: [`${vertex}/v1/models`, `${vertex}/models`],
	},
	{
		name: "Cloudflare Workers AI: no list of models, but 405",
		source: "jekalmin/extended_openai_conversation#228",
		typed: account,
		layout: {
			"*": {
				status: 405,
				json: {
					result: null,
					success: false,
					errors: [{ code: 7001, message: "GET not supported for requested URI." }],
				},
			},
		},
		expected: { reason: "refused" },
		asked: [`${account}/models`],
	},
	{
		name: "Cloudflare Workers AI: no route for an address that was cut",
		source: "musistudio/claude-code-router#1630",
		typed: "/client/v4/accounts/a",
		layout: {
			"*": {
				status: 400,
				json: {
					success: false,
					errors: [{ code: 7000, message: "No route for that URI" }],
					messages: [],
					result: null,
				},
			},
		},
		expected: { reason: "refused" },
		asked: ["/client/v4/accounts/a/v1/models", "/client/v4/accounts/a/models"],
	},
	{
		name: "an early MLX server: no GET at all, Python's page with status 501",
		source: "ml-explore/mlx-examples#1060",
		typed: "",
		layout: { "*": page("Error response", 501) },
		expected: { reason: "refused" },
		asked: ["/v1/models", "/models"],
	},
];

const entries = (...ids: string[]) => ids.map((id) => ({ id, object: "model" }));

/** Real servers' pages of models. */
export const pageDialects: readonly PageDialect[] = [
	{
		name: "a provider that mimics OpenAI's lists, with first_id and last_id",
		source: "newo-ether/Agora#41",
		pages: {
			"": { data: entries("provider/a", "provider/b"), has_more: true, first_id: "provider/a", last_id: "provider/b" },
			"?after=provider%2Fb": {
				data: entries("provider/c"),
				has_more: false,
				first_id: "provider/c",
				last_id: "provider/c",
			},
		},
		ids: ["provider/a", "provider/b", "provider/c"],
	},
	{
		name: "Anthropic: after_id",
		source: "TUPATRIMONIO/core",
		pages: {
			"": { data: entries("claude-b", "claude-a"), has_more: true, first_id: "claude-b", last_id: "claude-a" },
			"?after_id=claude-a": { data: entries("claude-0"), has_more: false, first_id: "claude-0", last_id: "claude-0" },
		},
		ids: ["claude-0", "claude-a", "claude-b"],
	},
	{
		name: "Databricks' Unity gateway: has_more, but null for first_id and last_id",
		source: "databricks/unity-gateway#680",
		pages: {
			"": { data: entries("m1", "m2"), has_more: true, first_id: null, last_id: null },
			"?after_id=m2": { data: entries("m3", "m4"), has_more: true, first_id: null, last_id: null },
			"?after_id=m4": { data: entries("m5"), has_more: false, first_id: null, last_id: null },
		},
		ids: ["m1", "m2", "m3", "m4", "m5"],
	},
	{
		name: "CSGHub: pages by their number, with first_id and last_id",
		source: "OpenCSGs/csghub-server#1266",
		pages: {
			"": { object: "list", data: entries("m1", "m2"), first_id: "m1", last_id: "m2", has_more: true, total_count: 3 },
			"?page=2": {
				object: "list",
				data: entries("m3"),
				first_id: "m3",
				last_id: "m3",
				has_more: false,
				total_count: 3,
			},
		},
		ids: ["m1", "m2", "m3"],
	},
];

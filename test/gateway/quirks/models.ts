import type { ScriptedAnswer } from "../script";
import type { ExpectedFailure, Quirk } from "./quirk";

/** The source of the quirks that the table does not attribute to single gateways: its whole row. */
const row = "docs/gateway-quirks.md#models: llama-server [M], Ollama [S], OpenRouter, LM Studio, LiteLLM [D]";

/** A model as the client must read it. */
export interface ExpectedModel {
	readonly id: string;
	readonly kind: "chat" | "embedding" | "other" | "unknown";
	readonly contextLength?: number;
	readonly images?: boolean;
	readonly suitability?: number;
}

export type ModelsQuirk = Quirk<readonly ExpectedModel[] | ExpectedFailure>;

const match = "/v1/models";
const none: readonly ExpectedModel[] = [];
const unknown = (...ids: string[]) => ids.map((id) => ({ id, kind: "unknown" as const }));

function quirk(name: string, source: string, json: unknown, expected: ModelsQuirk["expected"]): ModelsQuirk {
	return { name, source, script: { match, json }, expected };
}

function raw(name: string, source: string, answer: ScriptedAnswer, expected: ModelsQuirk["expected"]): ModelsQuirk {
	return { name, source, script: { match, ...answer }, expected };
}

/** Returns a list of one model with this field. */
function kind(
	field: object,
	expected: ExpectedModel["kind"],
	source: string,
	more: Partial<ExpectedModel> = {},
): ModelsQuirk {
	const name = `the kind in ${JSON.stringify(field)}`;
	return quirk(name, source, { data: [{ id: "m", ...field }] }, [{ id: "m", kind: expected, ...more }]);
}

function images(
	field: object,
	expected: boolean,
	source: string,
	kind: ExpectedModel["kind"] = "unknown",
): ModelsQuirk {
	const name = `whether it takes images, in ${JSON.stringify(field)}`;
	return quirk(name, source, { data: [{ id: "m", ...field }] }, [{ id: "m", kind, images: expected }]);
}

function named(id: string, expected: ExpectedModel["kind"], more: Partial<ExpectedModel> = {}): ModelsQuirk {
	return quirk(`the kind in the name ${id}`, row, { data: [{ id }] }, [{ id, kind: expected, ...more }]);
}

function context(field: object, source: string): ModelsQuirk {
	const expected = [{ id: "m", kind: "unknown" as const, contextLength: 4096 }];
	return quirk(`the context size in ${JSON.stringify(field)}`, source, { data: [{ id: "m", ...field }] }, expected);
}

const hundreds = Array.from({ length: 600 }, (_, i) => `vendor/model-${String(i).padStart(3, "0")}`);

/** docs/gateway-quirks.md#models. */
export const modelsQuirks: readonly ModelsQuirk[] = [
	quirk("{data} with object", "[M] llama-server", { object: "list", data: [{ id: "a" }] }, unknown("a")),
	quirk("{data} without object", row, { data: [{ id: "a" }] }, unknown("a")),
	quirk(
		"{models} beside {data}",
		"[M] llama-server",
		{ models: [{ name: "other", model: "other" }], object: "list", data: [{ id: "a" }] },
		unknown("a"),
	),
	quirk("{models} instead of {data}", "[S] Ollama", { models: [{ name: "a", model: "a" }] }, unknown("a")),
	quirk("a bare array", row, [{ id: "a" }], unknown("a")),
	quirk("an array of names", row, { data: ["a"] }, unknown("a")),
	quirk("data: null when empty", "[S] Ollama", { object: "list", data: null }, none),
	quirk("an empty list", "[M] llama-server", { data: [] }, none),
	quirk("duplicates", row, { data: [{ id: "a" }, { id: "a" }, { id: "b" }] }, unknown("a", "b")),
	quirk("random order", "[D] OpenRouter", { data: [{ id: "c" }, { id: "a" }, { id: "b" }] }, unknown("a", "b", "c")),
	quirk(
		"hundreds of entries",
		"[D] OpenRouter",
		{ data: hundreds.toReversed().map((id) => ({ id })) },
		unknown(...hundreds),
	),
	quirk("wildcards", row, { data: [{ id: "openai/*" }, { id: "*" }, { id: "a" }] }, unknown("a")),
	quirk("entries without a name", row, { data: [null, 3, {}, { id: "" }, { id: "a" }] }, unknown("a")),

	images({ capabilities: { vision: true } }, true, "[D] Mistral", "chat"),
	images({ capabilities: { vision: false } }, false, "[D] Mistral"),
	images({ architecture: { input_modalities: ["text", "image"] } }, true, "[D] OpenRouter"),
	images({ architecture: { input_modalities: ["text"] } }, false, "[D] OpenRouter"),
	kind({ type: "text-generation" }, "chat", row),
	kind({ type: "image-text-to-text" }, "chat", row, { images: true }),
	kind({ type: "text-embeddings-inference" }, "embedding", row),
	kind({ type: "text-classification" }, "other", row),
	kind({ type: "automatic-speech-recognition" }, "other", row),
	kind({ type: "llm" }, "chat", row),
	kind({ type: "vlm" }, "chat", row, { images: true }),
	kind({ type: "embeddings" }, "embedding", row),
	kind({ type: null }, "unknown", row),
	kind({ type: "something-new" }, "unknown", row),
	kind({ capabilities: { completion_chat: true } }, "chat", row),
	kind({ capabilities: { completion_chat: false } }, "other", row),
	kind({ mode: "chat" }, "chat", row),
	kind({ mode: "embedding" }, "embedding", row),
	kind({ mode: "rerank" }, "other", row),
	named("text-embed-3", "embedding"),
	named("BAAI/bge-m3", "embedding"),
	named("intfloat/e5-large", "embedding"),
	named("gte-qwen2", "embedding"),
	named("all-minilm", "embedding"),
	named("bge-reranker", "other"),
	named("whisper-1", "other"),
	named("tts-1", "other"),
	named("dall-e-3", "other"),
	named("omni-moderation", "other"),
	named("llama-3", "unknown", { suitability: 20 }),

	context({ max_model_len: 4096 }, "[S] vLLM"),
	context({ max_context_length: 4096 }, row),
	context({ context_length: 4096 }, "[D] OpenRouter"),
	context({ context_window: 4096 }, row),
	context({ meta: { n_ctx_train: 4096 } }, "[M] llama-server"),
	quirk(
		"a context size that is not a number",
		row,
		{ data: [{ id: "m", context_length: null, max_model_len: "8k", meta: null }] },
		unknown("m"),
	),

	raw(
		"JSON whose content type is that of text",
		row,
		{ headers: { "content-type": "text/plain" }, body: '{"data":[{"id":"a"}]}' },
		unknown("a"),
	),
	raw(
		"JSON without a content type, after a byte order mark",
		row,
		{ headers: {}, body: '\uFEFF{"data":[{"id":"a"}]}' },
		unknown("a"),
	),
	raw(
		"a web page and status 200",
		row,
		{ headers: { "content-type": "text/html" }, body: "<!DOCTYPE html><html><title>Sign in</title></html>" },
		{ failed: "wrongAddress", says: /\/v1\/models.*web page/ },
	),
	raw(
		"a web page whose content type is that of JSON",
		row,
		{ headers: { "content-type": "application/json" }, body: "\n<!-- front -->\n<html><body>Sign in</body></html>" },
		{ failed: "wrongAddress", says: /web page/ },
	),
	quirk(
		"an error with status 200",
		"[D] OpenRouter",
		{ error: { message: "Quota exhausted", code: 429 } },
		{
			failed: "rateLimited",
			says: /Quota exhausted/,
		},
	),
	quirk("no list at all", row, { ok: true }, { failed: "malformed", says: /no list of models/ }),
];

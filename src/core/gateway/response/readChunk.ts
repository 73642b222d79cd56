import type { Usage } from "../../../shared/conversation";
import { gatewayLimits } from "../../../shared/untrusted/limits";
import { hasFields } from "../../../shared/untrusted/ownField";

/** The fields of a chunk or a whole completion that Gatehouse reads. Every field may be missing or null. */
export interface CompletionChunk {
	readonly choices?: readonly ChunkChoice[] | null;
	readonly usage?: unknown;
	readonly error?: unknown;
	/** Ollama's own form, a line of NDJSON: `message`, then a line with `done` and the usage. */
	readonly message?: ChunkText | null;
	readonly done?: unknown;
	readonly done_reason?: unknown;
	readonly prompt_eval_count?: unknown;
	readonly eval_count?: unknown;
	/** Groq's place for the usage. */
	readonly x_groq?: unknown;
}

interface ChunkChoice {
	readonly delta?: ChunkText | null;
	readonly message?: ChunkText | null;
	/** The form of the older completions API. */
	readonly text?: unknown;
	readonly finish_reason?: unknown;
	/** Gemini's OpenAI-compatible form used this for a while. */
	readonly finishReason?: unknown;
	/** Moonshot's place for the usage. */
	readonly usage?: unknown;
}

interface ChunkText {
	readonly content?: unknown;
	readonly reasoning?: unknown;
	readonly reasoning_content?: unknown;
	/** GitHub Copilot's name for the reasoning. */
	readonly reasoning_text?: unknown;
	readonly thinking?: unknown;
	readonly reasoning_details?: unknown;
	readonly refusal?: unknown;
	readonly tool_calls?: unknown;
	/** The older form of `tool_calls`, for a single call. */
	readonly function_call?: unknown;
}

/** Receives the content of chunks. Texts are never empty. */
export interface ChunkSink {
	text(text: string): void;
	reasoning(text: string): void;
	/** Receives the calls of a delta or message, as they were sent; absent where they are not needed. */
	toolCalls?(calls: unknown): void;
	usage(usage: Usage): void;
	/** Is called with the reason why the answer ended. */
	finished(reason: string): void;
}

/** The kinds of content that the deltas of an answer have brought so far. */
export interface Streamed {
	text: boolean;
	reasoning: boolean;
	calls?: boolean;
}

/**
 * Passes on the content of one chunk of a stream, or of one whole completion. `delta` and `message` are read alike,
 * because a gateway may answer a streaming request with a plain completion (docs/gateway-quirks.md#chat-answers and
 * docs/gateway-quirks.md#streams). A `message` after deltas repeats their content (MiniMax), so only what the deltas
 * lacked is taken from it.
 *
 * @param streamed the kinds of content so far; updated here.
 */
export function readChunk(
	chunk: CompletionChunk,
	sink: ChunkSink,
	streamed: Streamed = { text: false, reasoning: false },
): void {
	const choice = chunk.choices?.[0];
	const delta = choice?.delta ?? chunk.message;
	const brought = delta ? readText(delta, sink) : nothing;
	if (brought & textBit) streamed.text = true;
	if (brought & reasoningBit) streamed.reasoning = true;
	if (brought & callBit) streamed.calls = true;
	if (choice && brought === nothing) {
		if (choice.message) readText(choice.message, unlessStreamed(sink, streamed));
		else if (!delta && typeof choice.text === "string") give(choice.text, "text", sink);
	}
	const usage = usageIn(chunk, choice);
	if (usage) sink.usage(usage);
	const reason =
		choice?.finish_reason ?? choice?.finishReason ?? (chunk.done === true ? (chunk.done_reason ?? "stop") : undefined);
	if (typeof reason === "string" && !noReason.test(reason)) sink.finished(reason);
}

/** Matches values that mean that there is no reason: Ollama's, older KoboldCpp's, Python's and Gemini's. */
const noReason = /^(?:null|none|finish_reason_unspecified)?$/i;

/** Bits for the content that was passed on. */
const nothing = 0;
const textBit = 1;
const reasoningBit = 2;
const callBit = 4;

function unlessStreamed(sink: ChunkSink, { text, reasoning, calls }: Streamed): ChunkSink {
	const leaveOut = () => {};
	return {
		...sink,
		...(text ? { text: leaveOut } : {}),
		// The text may have contained the reasoning between tags.
		...(text || reasoning ? { reasoning: leaveOut } : {}),
		...(calls ? { toolCalls: leaveOut } : {}),
	};
}

function readText(said: ChunkText, sink: ChunkSink): number {
	const { content } = said;
	const hasThought =
		said.reasoning || said.reasoning_content || said.thinking || said.reasoning_details || said.reasoning_text;
	const thought = hasThought ? thoughtOf(said) : "";
	let brought = give(thought, "reasoning", sink);
	// Some gateways send reasoning as content too.
	if (typeof content === "string") brought |= give(content === thought ? "" : content, "text", sink);
	else if (hasFields(content)) brought |= readParts(Array.isArray(content) ? content : [content], sink);
	if (typeof said.refusal === "string") brought |= give(said.refusal, "text", sink);
	const calls = sink.toolCalls && (said.tool_calls ?? said.function_call);
	// Some gateways send an empty list beside every text.
	if (calls && sink.toolCalls && !(Array.isArray(calls) && calls.length === 0)) {
		sink.toolCalls(calls);
		brought |= callBit;
	}
	return brought;
}

/** Returns the first non-empty form of the reasoning: some gateways send several. */
function thoughtOf({ reasoning, reasoning_content, reasoning_text, thinking, reasoning_details }: ChunkText): string {
	return (
		textIn(reasoning) ||
		textIn(reasoning_content) ||
		textIn(thinking) ||
		textIn(reasoning_text) ||
		textIn(reasoning_details)
	);
}

/** Reads content as a list of parts, which may include `thinking` (Mistral) or `reasoning` (Databricks). */
function readParts(parts: readonly unknown[], sink: ChunkSink): number {
	let brought = nothing;
	for (const part of parts) {
		const kind = typeof part === "object" && part !== null ? (part as Record<string, unknown>).type : undefined;
		const isThought = kind === "thinking" || kind === "reasoning";
		brought |= give(textIn(part), isThought ? "reasoning" : "text", sink);
	}
	return brought;
}

/**
 * Fields with the text of a part or of reasoning: Mistral nests `thinking`, Databricks `summary`; Envoy has `text` in
 * an object, or Bedrock's own form.
 */
const textFields = ["text", "thinking", "summary", "reasoningText", "reasoningContent"];

function textIn(value: unknown): string {
	if (typeof value === "string") return value;
	if (Array.isArray(value)) return value.map(textIn).join("");
	if (typeof value !== "object" || value === null) return "";
	for (const name of textFields) {
		const text = textIn((value as Record<string, unknown>)[name]);
		if (text !== "") return text;
	}
	return "";
}

function give(text: string, type: "text" | "reasoning", sink: ChunkSink): number {
	if (text === "") return nothing;
	sink[type](text);
	return type === "text" ? textBit : reasoningBit;
}

/** Returns the usage beside the choices, or, at the end of a stream, where Moonshot and Groq put it. */
function usageIn(chunk: CompletionChunk, choice: ChunkChoice | undefined): Usage | undefined {
	if (chunk.usage) return readUsage(chunk.usage);
	if (chunk.done === true) return ollamaUsage(chunk);
	if (!choice?.finish_reason) return undefined;
	return readUsage(choice.usage) ?? (hasFields(chunk.x_groq) ? readUsage(chunk.x_groq.usage) : undefined);
}

function readUsage(value: unknown): Usage | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { prompt_tokens, completion_tokens, prompt_tokens_details, ...others } = value as Record<string, unknown>;
	const usage = usageOf(prompt_tokens, completion_tokens);
	const details = hasFields(prompt_tokens_details) ? prompt_tokens_details.cached_tokens : undefined;
	// Moonshot's place for it, and DeepSeek's own field.
	const cached = details ?? others.cached_tokens ?? others.prompt_cache_hit_tokens;
	return usage && isTokenCount(cached) && cached > 0 ? { ...usage, cachedTokens: cached } : usage;
}

function ollamaUsage({ prompt_eval_count, eval_count }: CompletionChunk): Usage | undefined {
	return usageOf(prompt_eval_count, eval_count);
}

function usageOf(prompt: unknown, completion: unknown): Usage | undefined {
	if (!isTokenCount(prompt) && !isTokenCount(completion)) return undefined;
	return {
		...(isTokenCount(prompt) ? { promptTokens: prompt } : {}),
		...(isTokenCount(completion) ? { completionTokens: completion } : {}),
	};
}

function isTokenCount(value: unknown): value is number {
	return typeof value === "number" && value >= 0 && value <= gatewayLimits.contextLength;
}

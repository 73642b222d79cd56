import type { Usage } from "../../shared/conversation";
import { gatewayLimits } from "../../shared/untrusted/limits";

/** A chunk or a whole completion, as far as Gatehouse reads it. Every field may be missing or null. */
export interface CompletionChunk {
	readonly choices?: readonly ChunkChoice[] | null;
	readonly usage?: unknown;
	readonly error?: unknown;
	/** Ollama's own form, a line of NDJSON: `message`, then a line with `done` and the counts. */
	readonly message?: ChunkText | null;
	readonly done?: unknown;
	readonly done_reason?: unknown;
	readonly prompt_eval_count?: unknown;
	readonly eval_count?: unknown;
}

interface ChunkChoice {
	readonly delta?: ChunkText | null;
	readonly message?: ChunkText | null;
	/** The older completions form. */
	readonly text?: unknown;
	readonly finish_reason?: unknown;
	/** Gemini's OpenAI form had it so for a while. */
	readonly finishReason?: unknown;
}

interface ChunkText {
	readonly content?: unknown;
	readonly reasoning?: unknown;
	readonly reasoning_content?: unknown;
	readonly thinking?: unknown;
	readonly reasoning_details?: unknown;
	readonly refusal?: unknown;
}

/** Takes what chunks bring. Texts are never empty. */
export interface ChunkSink {
	text(text: string): void;
	reasoning(text: string): void;
	usage(usage: Usage): void;
	/** The gateway said why the answer ended. */
	finished(reason: string): void;
}

/** What the deltas of an answer have brought so far. */
export interface Streamed {
	text: boolean;
	reasoning: boolean;
}

/**
 * Gives on what one chunk of a stream, or one whole completion, brings. `delta` and `message` are read alike, for a
 * gateway may answer a streaming request with one plain completion (docs/gateway-quirks.md#chat-answers and docs/gateway-quirks.md#streams). After
 * deltas, a `message` repeats what they brought (MiniMax), and only what they did not is taken from it.
 *
 * @param streamed is brought up to date.
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
	if (choice && brought === nothing) {
		if (choice.message) readText(choice.message, unlessStreamed(sink, streamed));
		else if (!delta && typeof choice.text === "string") give(choice.text, "text", sink);
	}
	const usage = chunk.usage ? readUsage(chunk.usage) : chunk.done === true ? ollamaUsage(chunk) : undefined;
	if (usage) sink.usage(usage);
	const reason =
		choice?.finish_reason ?? choice?.finishReason ?? (chunk.done === true ? (chunk.done_reason ?? "stop") : undefined);
	// Older KoboldCpp has the text "null" where others have null.
	if (typeof reason === "string" && reason !== "" && reason !== "null") sink.finished(reason);
}

/** What was given on, as bits. */
const nothing = 0;
const textBit = 1;
const reasoningBit = 2;

function unlessStreamed(sink: ChunkSink, { text, reasoning }: Streamed): ChunkSink {
	const leaveOut = () => {};
	return {
		...sink,
		...(text ? { text: leaveOut } : {}),
		// Text may have held the reasoning between tags.
		...(text || reasoning ? { reasoning: leaveOut } : {}),
	};
}

function readText(said: ChunkText, sink: ChunkSink): number {
	const { content } = said;
	const hasThought = said.reasoning || said.reasoning_content || said.thinking || said.reasoning_details;
	const thought = hasThought ? thoughtOf(said) : "";
	let brought = give(thought, "reasoning", sink);
	// Some gateways send a thought as content too.
	if (typeof content === "string") brought |= give(content === thought ? "" : content, "text", sink);
	else if (Array.isArray(content)) brought |= readParts(content, sink);
	if (typeof said.refusal === "string") brought |= give(said.refusal, "text", sink);
	return brought;
}

/** The first spelling of a thought that says something: some gateways send several. */
function thoughtOf({ reasoning, reasoning_content, thinking, reasoning_details }: ChunkText): string {
	return textIn(reasoning) || textIn(reasoning_content) || textIn(thinking) || textIn(reasoning_details);
}

/** Content as a list of parts, some of them `thinking` (Mistral) or `reasoning` (Databricks). */
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
 * Where a part or a thought keeps its text: Mistral nests `thinking`, Databricks `summary`, Envoy has `text` in an object,
 * or Bedrock's own form.
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

function readUsage(value: unknown): Usage | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { prompt_tokens, completion_tokens } = value as Record<string, unknown>;
	return usageOf(prompt_tokens, completion_tokens);
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

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
}

interface ChunkText {
	readonly content?: unknown;
	readonly reasoning?: unknown;
	readonly reasoning_content?: unknown;
	readonly thinking?: unknown;
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

/**
 * Gives on what one chunk of a stream, or one whole completion, brings. `delta` and `message` are read alike, for a
 * gateway may answer a streaming request with one plain completion (gateway-quirks.md, rows "chat" and "stream").
 */
export function readChunk(chunk: CompletionChunk, sink: ChunkSink): void {
	const choice = chunk.choices?.[0];
	const said = choice?.delta ?? choice?.message ?? chunk.message;
	if (said) readText(said, sink);
	if (!said && typeof choice?.text === "string") give(choice.text, "text", sink);
	const usage = chunk.usage ? readUsage(chunk.usage) : chunk.done === true ? ollamaUsage(chunk) : undefined;
	if (usage) sink.usage(usage);
	const reason = choice?.finish_reason ?? (chunk.done === true ? (chunk.done_reason ?? "stop") : undefined);
	// With "error" the gateway says that the answer is not whole (OpenRouter).
	if (typeof reason === "string" && reason !== "" && reason !== "error") sink.finished(reason);
}

function readText(said: ChunkText, sink: ChunkSink): void {
	// Some gateways send both spellings of one thought.
	const thought = said.reasoning || said.reasoning_content || said.thinking;
	if (typeof thought === "string") give(thought, "reasoning", sink);
	if (typeof said.content === "string") give(said.content, "text", sink);
	else if (Array.isArray(said.content)) readParts(said.content, "text", sink);
	if (typeof said.refusal === "string") give(said.refusal, "text", sink);
}

/** Content as a list of parts, some of them `thinking` (Mistral). */
function readParts(parts: readonly unknown[], type: "text" | "reasoning", sink: ChunkSink): void {
	for (const part of parts) {
		if (typeof part === "string") give(part, type, sink);
		if (typeof part !== "object" || part === null) continue;
		const { type: kind, thinking, text } = part as Record<string, unknown>;
		if (kind === "thinking" && Array.isArray(thinking)) readParts(thinking, "reasoning", sink);
		else if (kind === "thinking" && typeof thinking === "string") give(thinking, "reasoning", sink);
		else if (typeof text === "string") give(text, type, sink);
	}
}

function give(text: string, type: "text" | "reasoning", sink: ChunkSink): void {
	if (text !== "") sink[type](text);
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

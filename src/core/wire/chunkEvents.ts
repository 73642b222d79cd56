import type { Usage } from "../../shared/conversation";
import type { ChatEvent } from "./gateway";

/** A chunk or a whole completion, as far as Gatehouse reads it. Every field may be missing or null. */
export interface CompletionChunk {
	readonly choices?: readonly ChunkChoice[] | null;
	readonly usage?: unknown;
	readonly error?: unknown;
}

interface ChunkChoice {
	readonly delta?: ChunkText | null;
	readonly message?: ChunkText | null;
	readonly finish_reason?: unknown;
}

interface ChunkText {
	readonly content?: unknown;
	readonly reasoning?: unknown;
	readonly reasoning_content?: unknown;
	readonly refusal?: unknown;
}

/**
 * What one chunk of a stream, or one whole completion, brings. `delta` and `message` are read alike, for a gateway may
 * answer a streaming request with one plain completion (gateway-quirks.md, rows "chat" and "stream").
 */
export function* chunkEvents(chunk: CompletionChunk): Generator<ChatEvent> {
	const choice = chunk.choices?.[0];
	const said = choice?.delta ?? choice?.message;
	if (said) {
		for (const field of [said.reasoning, said.reasoning_content]) {
			if (typeof field === "string" && field !== "") yield { type: "reasoning", text: field };
		}
		yield* contentEvents(said.content);
		if (typeof said.refusal === "string" && said.refusal !== "") yield { type: "text", text: said.refusal };
	}
	const usage = readUsage(chunk.usage);
	if (usage) yield { type: "usage", usage };
	const reason = choice?.finish_reason;
	if (typeof reason === "string" && reason !== "" && reason !== "error") yield { type: "finished", reason };
}

/** Content is a text, or (Mistral) a list of parts, some of them `thinking`. */
function* contentEvents(content: unknown, type: "text" | "reasoning" = "text"): Generator<ChatEvent> {
	if (typeof content === "string") {
		if (content !== "") yield { type, text: content };
	} else if (Array.isArray(content)) {
		for (const part of content) {
			if (typeof part !== "object" || part === null) continue;
			if (part.type === "thinking") yield* contentEvents(part.thinking, "reasoning");
			else if (typeof part.text === "string") yield* contentEvents(part.text, type);
		}
	}
}

function readUsage(value: unknown): Usage | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { prompt_tokens, completion_tokens } = value as Record<string, unknown>;
	if (typeof prompt_tokens !== "number" && typeof completion_tokens !== "number") return undefined;
	return {
		...(typeof prompt_tokens === "number" ? { promptTokens: prompt_tokens } : {}),
		...(typeof completion_tokens === "number" ? { completionTokens: completion_tokens } : {}),
	};
}

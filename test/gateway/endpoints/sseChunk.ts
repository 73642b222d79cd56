import type { TokenUsage } from "./chatAnswer";

/** The fields that one piece of a streamed answer adds. */
export interface ChunkDelta {
	readonly role?: "assistant";
	readonly content?: string | null;
	readonly reasoning_content?: string;
	readonly tool_calls?: readonly ToolCallDelta[];
}

/** A call of a tool, whole. */
export interface ToolCallDelta {
	readonly index: number;
	readonly id: string;
	readonly type: "function";
	readonly function: { readonly name: string; readonly arguments: string };
}

/** The fields that all chunks of one answer have in common. */
export interface ChunkMeta {
	readonly id: string;
	/** Seconds since the epoch. */
	readonly created: number;
	readonly model: string;
}

const scriptedMeta: ChunkMeta = { id: "chatcmpl-scripted", created: 1735689600, model: "demo-chat" };

/** The event that says that a stream is over; it does not prove that the answer is whole. */
export const sseDone = "data: [DONE]\n\n";

/** One server-sent event with this JSON. */
export function sseEvent(value: unknown): string {
	return `data: ${JSON.stringify(value)}\n\n`;
}

/** The event of one `chat.completion.chunk`. A text is a delta of that content. */
export function sseChunk(
	delta: string | ChunkDelta,
	finishReason: string | null = null,
	meta: ChunkMeta = scriptedMeta,
): string {
	const content = typeof delta === "string" ? { content: delta } : delta;
	return chunkEvent(meta, { choices: [{ index: 0, delta: content, finish_reason: finishReason }] });
}

/** The event that counts an answer's tokens: no choices, after the last of them. */
export function sseUsage(usage: TokenUsage, meta: ChunkMeta = scriptedMeta): string {
	return chunkEvent(meta, { choices: [], usage });
}

function chunkEvent({ id, created, model }: ChunkMeta, rest: object): string {
	return sseEvent({ id, object: "chat.completion.chunk", created, model, ...rest });
}

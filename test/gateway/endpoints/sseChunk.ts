import type { TokenUsage } from "./chatAnswer";

/** The fields that one piece of a streamed answer adds. */
export interface ChunkDelta {
	readonly role?: "assistant";
	readonly content?: string | null;
	readonly reasoning_content?: string;
	readonly tool_calls?: readonly ToolCallDelta[];
}

/** A complete call of a tool. */
export interface ToolCallDelta {
	readonly index: number;
	readonly id: string;
	readonly type: "function";
	readonly function: { readonly name: string; readonly arguments: string };
}

/** The fields that all chunks of an answer share. */
export interface ChunkMeta {
	readonly id: string;
	/** The time of creation, in seconds since the epoch. */
	readonly created: number;
	readonly model: string;
}

const scriptedMeta: ChunkMeta = { id: "chatcmpl-scripted", created: 1735689600, model: "demo-chat" };

/** The event at the end of a stream; it does not prove that the answer is complete. */
export const sseDone = "data: [DONE]\n\n";

/** Returns a server-sent event with this JSON. */
export function sseEvent(value: unknown): string {
	return `data: ${JSON.stringify(value)}\n\n`;
}

/** Returns the event of one `chat.completion.chunk`. A string is its delta's content. */
export function sseChunk(
	delta: string | ChunkDelta,
	finishReason: string | null = null,
	meta: ChunkMeta = scriptedMeta,
): string {
	const content = typeof delta === "string" ? { content: delta } : delta;
	return chunkEvent(meta, { choices: [{ index: 0, delta: content, finish_reason: finishReason }] });
}

/** Returns the event with an answer's token counts, which has no choices and follows the last one that has. */
export function sseUsage(usage: TokenUsage, meta: ChunkMeta = scriptedMeta): string {
	return chunkEvent(meta, { choices: [], usage });
}

function chunkEvent({ id, created, model }: ChunkMeta, rest: object): string {
	return sseEvent({ id, object: "chat.completion.chunk", created, model, ...rest });
}

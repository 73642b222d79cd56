/** One message of a conversation; the spec names `system` and `user`; answers have the role `assistant`. */
export interface ChatMessage {
	readonly role: "system" | "user" | "assistant";
	readonly content: string;
}

/** A message for models that call tools: a tool's result has the role `tool`. */
export interface ToolMessage {
	readonly role: ChatMessage["role"] | "tool";
	readonly content: string;
	/** The calls of an answer. */
	readonly toolCalls?: readonly DemoCall[];
}

/** A call of a tool. */
export interface DemoCall {
	readonly name: string;
	readonly given: Readonly<Record<string, unknown>>;
}

/** An answer that calls tools. */
export interface CallingAnswer {
	readonly text: string;
	readonly calls: readonly DemoCall[];
}

/** The input of a chat model. */
export interface ChatPrompt {
	/** At least one. */
	readonly messages: readonly ChatMessage[];
	/** 0 to 1; 0 if the request has none. At 0, a model's answers are always the same. */
	readonly temperature: number;
	/** The only source of randomness: a number from 0 up to, but not including, 1. */
	random(): number;
}

interface AnyModel {
	readonly id: string;
	/** One sentence for users that describes it and, if it is only a demo, says so. */
	readonly description: string;
	/** Length of the context, in tokens as counted by `tokens.ts`; longer input is refused. */
	readonly contextLength: number;
}

/** Answers a conversation. The gateway splits the text into tokens, and counts, limits and streams them. */
export interface ChatModel extends AnyModel {
	readonly kind: "chat";
	answer(prompt: ChatPrompt): string;
	/** Returns the code between two texts; a model without it completes code only in chat. */
	fillIn?(before: string, after: string): string;
	/**
	 * Answers instead of `answer`, with calls of tools; a model without it refuses messages with calls or results.
	 *
	 * @param tools the names of the tools that may be called.
	 */
	step?(messages: readonly ToolMessage[], tools: readonly string[]): CallingAnswer;
}

/** Converts a text, which is never blank, into a vector. */
export interface EmbeddingModel extends AnyModel {
	readonly kind: "embedding";
	embed(text: string): Float32Array;
}

export type Model = ChatModel | EmbeddingModel;

/** Returns the text that a demo model answers: the last `user` message, or else the last message. */
export function lastUserText(messages: readonly ChatMessage[]): string {
	return (messages.findLast(({ role }) => role === "user") ?? messages.at(-1))?.content ?? "";
}

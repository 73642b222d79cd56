/** One message of a conversation; the spec names `system` and `user`, answers come back as `assistant`. */
export interface ChatMessage {
	readonly role: "system" | "user" | "assistant";
	readonly content: string;
}

/** The same for models that call tools: a tool's result has the role `tool`. */
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
	/** 0 to 1; 0 when the request has none. At 0 a model answers the same each time. */
	readonly temperature: number;
	/** The only source of chance: a number from 0 up to, not including, 1. */
	random(): number;
}

interface AnyModel {
	readonly id: string;
	/** One sentence for people: what it is and, for a stand-in, that it is one. */
	readonly description: string;
	/** In tokens as `tokens.ts` counts them; longer input is refused. */
	readonly contextLength: number;
}

/** Answers a conversation. The gateway cuts the text into tokens, counts, limits and streams it. */
export interface ChatModel extends AnyModel {
	readonly kind: "chat";
	answer(prompt: ChatPrompt): string;
	/** Returns the code between two texts; a model without it completes no code but in chat. */
	fillIn?(before: string, after: string): string;
	/**
	 * Answers in place of `answer`, with calls of tools; a model without it refuses messages with calls or results.
	 *
	 * @param tools the names of the tools that may be called.
	 */
	step?(messages: readonly ToolMessage[], tools: readonly string[]): CallingAnswer;
}

/** Turns a text, never a blank one, into a vector. */
export interface EmbeddingModel extends AnyModel {
	readonly kind: "embedding";
	embed(text: string): Float32Array;
}

export type Model = ChatModel | EmbeddingModel;

/** The text that a stand-in works on: the last `user` message, or else the last message. */
export function lastUserText(messages: readonly ChatMessage[]): string {
	return (messages.findLast(({ role }) => role === "user") ?? messages.at(-1))?.content ?? "";
}

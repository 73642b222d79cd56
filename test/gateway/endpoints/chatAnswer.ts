import type { ChatMessage, ChatModel, DemoCall, ToolMessage } from "../model";
import { requireContext } from "../modelCatalog";
import { countTokens, splitTokens } from "../tokens";
import type { ChatRequest } from "./chatRequest";

/** The token counts of an answer, as they are sent. */
export interface TokenUsage {
	readonly prompt_tokens: number;
	readonly completion_tokens: number;
	readonly total_tokens: number;
}

/** A model's answer within its limits. */
export interface ChatAnswer {
	/** The pieces of the answer's text. */
	readonly pieces: readonly string[];
	readonly calls: readonly DemoCall[];
	readonly finishReason: "stop" | "length" | "tool_calls";
	readonly usage: TokenUsage;
}

/**
 * Lets a model answer. Spec, section 4.2: `max_tokens` limits the length of the response, `temperature` controls its
 * randomness. Question and answer share the model's context.
 *
 * @throws ApiError 400 if the messages leave no room.
 */
export function answerChat(model: ChatModel, request: ChatRequest, random: () => number): ChatAnswer {
	const { messages, tools, temperature = 0, maxTokens = Number.POSITIVE_INFINITY } = request;
	const promptTokens = messages.reduce((sum, { content }) => sum + countTokens(content), 0);
	// The answer needs room for at least one token.
	requireContext(model, promptTokens + 1, "messages");
	const { text, calls } = model.step?.(messages, tools) ?? {
		text: model.answer({ messages: messages.filter(isPlain), temperature, random }),
		calls: [],
	};
	const whole = splitTokens(text);
	const pieces = whole.slice(0, Math.min(maxTokens, model.contextLength - promptTokens));
	return {
		pieces,
		calls: pieces.length < whole.length ? [] : calls,
		finishReason: pieces.length < whole.length ? "length" : calls.length > 0 ? "tool_calls" : "stop",
		usage: {
			prompt_tokens: promptTokens,
			completion_tokens: pieces.length,
			total_tokens: promptTokens + pieces.length,
		},
	};
}

function isPlain(message: ToolMessage): message is ChatMessage {
	return message.role !== "tool";
}

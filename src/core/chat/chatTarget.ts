import type { ChatRequest, Gateway, RequestMessage } from "../wire/gateway";
import type { Conversation } from "./conversation";
import { attachedPaths } from "./requestMessages";

/** Where the next question goes, settled anew for each. */
export interface ChatTarget {
	readonly gateway: Gateway;
	/** The gateway's name, as the user knows it. */
	readonly gatewayName: string;
	readonly model: string;
	readonly systemPrompt: string;
	readonly parameters: Pick<ChatRequest, "temperature" | "maxTokens">;
}

/** The conversation's own system prompt, or the settings'. */
export function systemPromptOf({ parameters }: Conversation, target: ChatTarget): string {
	return parameters.systemPrompt ?? target.systemPrompt;
}

/** The request for an answer: the conversation's own parameters go before the settings'. */
export function chatRequest(
	conversation: Conversation,
	answer: string,
	messages: readonly RequestMessage[],
	target: ChatTarget,
): ChatRequest {
	const { systemPrompt: _, ...own } = conversation.parameters;
	const sources = attachedPaths(conversation.pathTo(answer));
	return {
		model: target.model,
		messages,
		...target.parameters,
		...own,
		...(sources.length > 0 ? { sources } : {}),
	};
}

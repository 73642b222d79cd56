import type { Gateway } from "../../gateway/gateway";
import type { Conversation } from "../conversation/loadedConversation";
import type { RequestSettings } from "../request/chatRequest";

/** The target of the next question; determined for each question. */
export interface ChatTarget extends RequestSettings {
	readonly gateway: Gateway;
	/** The gateway's name as configured by the user. */
	readonly gatewayName: string;
}

/** Returns the settings with the conversation's own parameters taking precedence. */
export function withOwn(settings: RequestSettings, conversation: Conversation): RequestSettings {
	const { systemPrompt = settings.systemPrompt, ...own } = conversation.parameters;
	return { ...settings, systemPrompt, parameters: { ...settings.parameters, ...own } };
}

/** Returns the settings with these instructions before the system prompt. */
export function withInstructions(settings: RequestSettings, instructions: string): RequestSettings {
	const all = [instructions, settings.systemPrompt].filter((text) => text.trim() !== "");
	return { ...settings, systemPrompt: all.join("\n\n") };
}

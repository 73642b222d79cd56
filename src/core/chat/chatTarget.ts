import type { Gateway } from "../wire/gateway";
import type { RequestSettings } from "./chatRequest";
import type { Conversation } from "./conversation";

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

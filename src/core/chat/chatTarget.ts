import type { Gateway } from "../wire/gateway";
import type { RequestSettings } from "./chatRequest";
import type { Conversation } from "./conversation";

/** Where the next question goes, settled anew for each. */
export interface ChatTarget extends RequestSettings {
	readonly gateway: Gateway;
	/** The gateway's name, as the user knows it. */
	readonly gatewayName: string;
}

/** The settings with the conversation's own parameters in place of theirs. */
export function withOwn(settings: RequestSettings, conversation: Conversation): RequestSettings {
	const { systemPrompt = settings.systemPrompt, ...own } = conversation.parameters;
	return { ...settings, systemPrompt, parameters: { ...settings.parameters, ...own } };
}

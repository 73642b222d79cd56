import * as l10n from "@vscode/l10n";
import type { Answer, Message } from "../../../shared/conversation";
import { conversationTitle } from "../conversation/conversationTitle";
import type { Conversation } from "../conversation/loadedConversation";
import { questionText } from "../request/requestMessages";

/**
 * Returns a conversation as Markdown, to be read and shared, including its attachments.
 *
 * @param messages its visible branch, with what has arrived of a streaming answer.
 */
export function conversationMarkdown(conversation: Conversation, messages = conversation.branch()): string {
	return `${[`# ${conversationTitle(conversation)}`, ...messages.map(messageMarkdown)].join("\n\n")}\n`;
}

function messageMarkdown(message: Message): string {
	if (message.role === "user") {
		return `## ${l10n.t("You")}\n\n${questionText(message.text, message.attachments).trim()}`;
	}
	const parts = [`## ${message.model} (${message.gateway})`, message.text.trim(), ending(message)];
	return parts.filter((part) => part !== "").join("\n\n");
}

/** Describes how an incomplete answer ended. */
function ending({ state }: Answer): string {
	switch (state.type) {
		case "stopped":
			return `*${l10n.t("Stopped")}*`;
		case "interrupted":
			return `*${state.message}*`;
		case "failed":
			return `*${state.failure.message}*`;
		case "complete":
			return state.finishReason === "length" ? `*${l10n.t("Cut off at the length limit")}*` : "";
		case "streaming":
			return `*${l10n.t("The answer was still on its way.")}*`;
	}
}

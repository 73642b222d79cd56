import * as l10n from "@vscode/l10n";
import { rowTitle, shownRowState, stateName } from "../../../shared/agentRowTexts";
import type { AgentRow } from "../../../shared/agentWork";
import type { Answer, Message } from "../../../shared/conversation";
import { earlyEnd, earlyEndText } from "../../../shared/earlyEnd";
import { markdownLine } from "../../../shared/untrusted/markdownLine";
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
	const parts = [`## ${message.model} (${message.gateway})`, steps(message), message.text.trim(), ending(message)];
	return parts.filter((part) => part !== "").join("\n\n");
}

/** Lists the steps of an agent, each after the text that the agent wrote before it. */
function steps({ agent, state }: Answer): string {
	return (agent?.rows ?? []).map((row, at) => step(row, at, state.type === "streaming")).join("\n");
}

function step(row: AgentRow, at: number, running: boolean): string {
	const note = row.note === "" ? "" : `${at === 0 ? "" : "\n"}${noteMarkdown(row.note.trim())}\n\n`;
	const state = stateName(shownRowState(row, running));
	return `${note}- ${markdownLine(rowTitle(row))}${state === "" ? "" : ` (${state})`}`;
}

/** Quotes a note that was cut off and may contain an open block, which would extend to the end of the document. */
function noteMarkdown(note: string): string {
	if (!/```|~~~|</.test(note)) return note;
	return note
		.split(/\r\n|\r|\n/)
		.map((line) => `> ${line}`)
		.join("\n");
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
		case "complete": {
			const end = earlyEnd(state.finishReason);
			return end === undefined ? "" : `*${earlyEndText(end)}*`;
		}
		case "streaming":
			return `*${l10n.t("The answer was still arriving.")}*`;
	}
}

import * as l10n from "@vscode/l10n";
import type { Attachment, Message, Question } from "../../../shared/conversation";
import { UserError } from "../../base/errors";
import type { Conversation } from "./loadedConversation";

/**
 * Returns a question of the conversation.
 *
 * @throws UserError when there is no such question.
 */
export function questionOf(conversation: Conversation, id: string): Question {
	const question = conversation.message(id);
	if (question?.role === "user") return question;
	throw new UserError(l10n.t("This question is no longer part of the conversation."));
}

/** Returns the model that a question, or an answer's question, was sent to instead of the chosen one. */
export function modelOf(conversation: Conversation, message: string): string | undefined {
	return conversation.pathTo(message).findLast((one) => one.role === "user")?.model;
}

/** Returns the question that would follow a branch. */
export function questionAfter(
	branch: readonly Message[],
	text: string,
	attachments: readonly Attachment[],
	at: number,
): Question {
	return { role: "user", id: crypto.randomUUID(), parent: branch.at(-1)?.id ?? null, text, attachments, at };
}

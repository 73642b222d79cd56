import * as l10n from "@vscode/l10n";
import type { Question } from "../../shared/conversation";
import { UserError } from "../base/errors";
import type { Conversation } from "./conversation";

/**
 * A question of the conversation's.
 *
 * @throws UserError when there is no such question.
 */
export function questionOf(conversation: Conversation, id: string): Question {
	const question = conversation.message(id);
	if (question?.role === "user") return question;
	throw new UserError(l10n.t("This question is not part of the conversation any more."));
}

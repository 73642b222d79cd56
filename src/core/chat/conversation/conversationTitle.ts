import * as l10n from "@vscode/l10n";
import { limits } from "../../../shared/untrusted/limits";
import type { Conversation } from "./loadedConversation";

/** Maximum length of a title, in characters: a row of a list has room for no more. */
const longest = 80;

/** Returns a conversation's title: the name given by the user, or the first line of its first question. */
export function conversationTitle(conversation: Conversation): string {
	if (conversation.title !== "") return conversation.title;
	const [first] = conversation.branch();
	const [line = ""] = (first?.text ?? "").trimStart().slice(0, limits.messageLength).split("\n", 1);
	return oneLine(line) || l10n.t("Without a question");
}

/** Puts a text on one line and shortens it to the length of a title. */
export function oneLine(text: string): string {
	const line = text.slice(0, limits.messageLength).replace(/\s+/g, " ").trim();
	const characters = [...line];
	return characters.length <= longest
		? line
		: `${characters
				.slice(0, longest - 1)
				.join("")
				.trimEnd()}…`;
}

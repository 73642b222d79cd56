import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../../shared/conversation";
import { limits } from "../../../shared/untrusted/limits";
import type { Conversation } from "./loadedConversation";

/** Maximum length of a title, in characters: a row of a list has room for no more. */
const longest = 80;

/** Maximum number of characters within which the question of an action names its code. */
const longestPlace = 1_000;

/**
 * Returns a conversation's title: the name given by the user, or the first line of its first question. All questions of
 * an action on code begin alike, so the code's file and lines come before them.
 */
export function conversationTitle(conversation: Conversation): string {
	if (conversation.title !== "") return conversation.title;
	const [first] = conversation.branch();
	const [line = ""] = (first?.text ?? "").trimStart().slice(0, limits.messageLength).split("\n", 1);
	const start = line.slice(0, longestPlace);
	const place = first?.role === "user" ? first.attachments.find((code) => isNamedIn(start, code)) : undefined;
	return oneLine(place ? `${place.name} · ${line}` : line) || l10n.t("Without a question");
}

/** Returns whether a line names code as the question of an action does. */
function isNamedIn(line: string, { path, languageId, lines }: Attachment): boolean {
	return lines !== undefined && path !== "" && line.includes(`${path} (${languageId})`);
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

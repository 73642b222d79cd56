import * as l10n from "@vscode/l10n";
import { jsonFits } from "../../../shared/untrusted/jsonShape";
import { limits } from "../../../shared/untrusted/limits";
import { UserError } from "../../base/errors";
import { type LoggedEvent, plainEvent } from "../conversation/conversationEvent";
import { assertBytesFit, assertEventFits, assertMessagesFit } from "../conversation/conversationLimits";
import type { Conversation } from "../conversation/loadedConversation";
import { parseEvent } from "../conversation/parseEvent";

const format = "gatehouse-conversation";
const version = 1;

/** Returns a conversation as JSON, without loss: every event ever logged, in order. */
export function conversationJson(conversation: Conversation): string {
	const events = conversation.events.map(plainEvent);
	return `${JSON.stringify({ format, version, id: conversation.id, events }, undefined, "\t")}\n`;
}

/**
 * Reads an exported conversation, which may come from anywhere.
 *
 * @param most the number of bytes that its events may take when stored.
 * @returns its events, and the number of entries that are not valid.
 * @throws UserError when it is not a conversation that Gatehouse exported, or exceeds a limit.
 */
export function readConversationJson(
	json: string,
	most: number = limits.conversationBytes,
): { events: readonly LoggedEvent[]; damaged: number } {
	// Some editors write a byte order mark before the text.
	const text = json.startsWith("\uFEFF") ? json.slice(1) : json;
	if (!jsonFits(text)) {
		throw new UserError(
			l10n.t("This file is too deeply nested, or has too many values, for a conversation. Nothing was imported."),
		);
	}
	const file = parsed(text);
	if (file?.format !== format || !Array.isArray(file.events)) {
		throw new UserError(l10n.t("This file contains no conversation. Choose one that Gatehouse exported as JSON."));
	}
	const entries: readonly unknown[] = file.events;
	// The author of the file cannot choose tools for this user.
	const read = entries.map(parseEvent);
	const events = read.flatMap((event) => (event && event.type !== "tools" ? event : []));
	if (events.length === 0) throw new UserError(l10n.t("This file contains a conversation without messages."));
	assertMessagesFit(events.filter(({ type }) => type === "asked" || type === "answering").length);
	for (const event of events) assertEventFits(event);
	assertBytesFit(events, most);
	return { events, damaged: read.filter((event) => !event).length };
}

function parsed(json: string): { readonly format?: unknown; readonly events?: unknown } | undefined {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

import * as l10n from "@vscode/l10n";
import { numberText } from "../../../shared/text/numberText";
import { limits } from "../../../shared/untrusted/limits";
import { UserError } from "../../base/errors";
import { encodeEvent, type LoggedEvent } from "./conversationEvent";

/** Number of messages that a turn adds: its question and its answer. */
export const messagesOfTurn = 2;

/** @throws UserError when a conversation to import has more messages than allowed. */
export function assertMessagesFit(messages: number): void {
	if (messages <= limits.conversationMessages) return;
	throw new UserError(
		l10n.t(
			"This conversation has {0} messages; the maximum is {1}. Nothing was imported.",
			messages,
			limits.conversationMessages,
		),
	);
}

/**
 * @param messages the number of messages that the conversation has.
 * @param added the number of messages to add.
 * @throws UserError when the conversation would have more messages than allowed.
 */
export function assertRoomForMessages(messages: number, added: number): void {
	if (messages + added <= limits.conversationMessages) return;
	throw new UserError(
		l10n.t(
			"This conversation has {0} messages and would exceed the maximum of {1}. Start a new conversation.",
			messages,
			limits.conversationMessages,
		),
	);
}

/** @throws UserError when a question's text is too long. */
export function assertQuestionFits(text: string): void {
	if (text.length <= limits.questionLength) return;
	throw new UserError(
		l10n.t(
			"A question can have at most {0} characters. Attach a longer text as a file.",
			numberText(limits.questionLength),
		),
	);
}

/** @throws UserError when a question has too many attachments, or an event is too long for one line of the log. */
export function assertEventFits(event: LoggedEvent): void {
	if (event.type === "asked" && event.attachments.length > limits.attachments) {
		throw new UserError(
			l10n.t(
				"A question has {0} attachments, but at most {1} are allowed. Remove some of them.",
				event.attachments.length,
				limits.attachments,
			),
		);
	}
	if (encodeEvent(event).length <= limits.conversationEventLength) return;
	throw new UserError(
		l10n.t(
			"The question and its attachments are larger than {0} MB. Remove some of the attachments.",
			limits.conversationEventLength / 1024 / 1024,
		),
	);
}

/**
 * @param most the maximum size of a conversation in its log, in bytes.
 * @throws UserError when a conversation to import would be larger: only its newest part could be opened.
 */
export function assertBytesFit(events: readonly LoggedEvent[], most: number): void {
	const encoder = new TextEncoder();
	// Each event takes one line.
	const bytes = events.reduce((sum, event) => sum + encoder.encode(encodeEvent(event)).length + 1, 0);
	if (bytes <= most) return;
	const megabytes = (count: number) => Math.ceil((count / 1024 / 1024) * 10) / 10;
	throw new UserError(
		l10n.t(
			"This conversation takes {0} MB; the maximum is {1} MB. Nothing was imported.",
			megabytes(bytes),
			megabytes(most),
		),
	);
}

import * as l10n from "@vscode/l10n";
import { messageOf, UserError } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import type { Log } from "../../base/ports";
import { loggedError } from "../../gateway/errors/loggedError";
import type { ConversationChange } from "../conversation/conversationEvent";
import { assertEventFits } from "../conversation/conversationLimits";
import type { Conversation } from "../conversation/loadedConversation";
import type { ConversationStore } from "./conversationStore";

/** Writes the events of a session's conversations, and notifies the user when writing fails. */
export class SessionLog {
	readonly #onDidFail = new Emitter<string>();
	/** Fires with a message for the user. */
	readonly onDidFail: Event<string> = this.#onDidFail.event;

	constructor(
		private readonly store: ConversationStore,
		private readonly log: Log,
	) {}

	/**
	 * Writes an event, then applies it: for changes that can still be refused.
	 *
	 * @param refused returns the message that says what did not happen, and why.
	 * @throws UserError with that message, or about a limit; nothing has changed then.
	 */
	async record(
		conversation: Conversation,
		change: ConversationChange,
		refused: (why: string) => string,
	): Promise<void> {
		const event = this.store.event(conversation, change);
		assertEventFits(event);
		try {
			// Before its first question, a conversation is not yet recorded for its workspace.
			if (conversation.branch().length === 0) await this.store.remember(conversation);
			await this.store.write(conversation, event, true);
		} catch (error) {
			throw new UserError(refused(messageOf(error)), ["showLog"], { cause: error });
		}
		this.store.apply(conversation, event);
	}

	/**
	 * Applies and writes an event that has already happened. If writing fails, the conversation continues in memory.
	 */
	async append(conversation: Conversation, change: ConversationChange): Promise<void> {
		const event = this.store.event(conversation, change);
		this.store.apply(conversation, event);
		try {
			await this.store.write(conversation, event, change.type !== "received");
		} catch (error) {
			this.fail(
				l10n.t("The conversation cannot be saved: {0}. It stays here until the window closes.", messageOf(error)),
			);
		}
	}

	/** Records for other windows that an answer is still in progress. Never rejects: nothing is lost without it. */
	async tellAlive(conversation: Conversation, message: string): Promise<void> {
		try {
			await this.store.write(conversation, this.store.event(conversation, { type: "alive", message }), false);
		} catch (error) {
			this.log.warn(`Other windows cannot know that an answer is worked on: ${loggedError(error)}`);
		}
	}

	/** Reports a failure to the user and in the log. */
	fail(message: string): void {
		this.log.error(message);
		this.report(message);
	}

	/** Shows a message to the user only. */
	report(message: string): void {
		this.#onDidFail.fire(message);
	}
}

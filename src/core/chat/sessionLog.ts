import * as l10n from "@vscode/l10n";
import { messageOf, UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { Log } from "../base/ports";
import type { Conversation } from "./conversation";
import type { ConversationChange } from "./conversationEvent";
import { assertEventFits } from "./conversationLimits";
import type { ConversationStore } from "./conversationStore";

/** Writes what happens in a session's conversations, and says so when the disk refuses. */
export class SessionLog {
	readonly #onDidFail = new Emitter<string>();
	/** Fires with a sentence for the user. */
	readonly onDidFail: Event<string> = this.#onDidFail.event;

	constructor(
		private readonly store: ConversationStore,
		private readonly log: Log,
	) {}

	/**
	 * Writes, then applies: for what may still be refused.
	 *
	 * @param refused the sentence that says what did not happen, and why.
	 * @throws UserError with that sentence, or of a limit; nothing is then changed.
	 */
	async record(
		conversation: Conversation,
		change: ConversationChange,
		refused: (why: string) => string,
	): Promise<void> {
		const event = this.store.event(conversation, change);
		assertEventFits(event);
		try {
			// Before its first question nothing of a conversation is known to its workspace.
			if (conversation.branch().length === 0) await this.store.remember(conversation);
			await this.store.write(conversation, event, true);
		} catch (error) {
			throw new UserError(refused(messageOf(error)), ["showLog"], { cause: error });
		}
		this.store.apply(conversation, event);
	}

	/** Applies and writes what has already happened. If the disk refuses, the conversation goes on in memory. */
	async keep(conversation: Conversation, change: ConversationChange): Promise<void> {
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

	/** Says what went wrong, in the log too. */
	fail(message: string): void {
		this.log.error(message);
		this.tell(message);
	}

	/** Says it to the user alone. */
	tell(message: string): void {
		this.#onDidFail.fire(message);
	}
}

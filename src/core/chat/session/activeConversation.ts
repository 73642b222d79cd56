import * as l10n from "@vscode/l10n";
import type { Disposable } from "../../../shared/disposable";
import { messageOf } from "../../base/errors";
import { Emitter, type Event } from "../../base/event";
import type { Log } from "../../base/ports";
import { loggedError } from "../../gateway/errors/loggedError";
import type { LoggedEvent } from "../conversation/conversationEvent";
import { damageMessage } from "../conversation/damageMessage";
import type { Conversation, Received } from "../conversation/loadedConversation";
import type { ConversationStore, FollowedConversation, Loaded } from "../storage/conversationStore";
import type { SessionLog } from "../storage/sessionLog";
import type { SessionChange } from "./turn";

/** The conversation that a window shows, and the changes made to it here and in other windows. */
export class ActiveConversation implements Disposable {
	readonly #onDidChange = new Emitter<SessionChange>();
	readonly onDidChange: Event<SessionChange> = this.#onDidChange.event;
	readonly #onDidReceive = new Emitter<readonly LoggedEvent[]>();
	/** Fires with the events that other windows have written, before their changes fire. */
	readonly onDidReceive: Event<readonly LoggedEvent[]> = this.#onDidReceive.event;
	#current: Conversation;
	#deletedQuestion: string | null = null;
	#restored: Promise<void> | undefined;
	#following: FollowedConversation | undefined;

	constructor(
		private readonly store: ConversationStore,
		/** Reports what cannot be read, and why an answer is not shown. */
		private readonly written: SessionLog,
		private readonly log: Log,
	) {
		this.#current = store.create();
	}

	get current(): Conversation {
		return this.#current;
	}

	/** The question that was deleted last, as long as that can be undone from here; null when there is none. */
	get deletedQuestion(): string | null {
		return this.#deletedQuestion;
	}

	/** Shows the conversation that this workspace showed last; only the first call reads it. Never rejects. */
	restore(): Promise<void> {
		this.#restored ??= this.store.last().then(
			(loaded) => this.#showLoaded(loaded),
			(error: unknown) => this.written.fail(l10n.t("The last conversation cannot be read: {0}", messageOf(error))),
		);
		return this.#restored;
	}

	/** Shows a new conversation. */
	async begin(): Promise<void> {
		this.#show(this.store.create());
		await this.store.remember(this.#current);
	}

	/** Shows a conversation that has been read. */
	async open(loaded: Loaded): Promise<void> {
		this.#showLoaded(loaded);
		await this.store.remember(this.#current);
	}

	/** Reads what other windows may have written since the last read. Never rejects. */
	async refresh(): Promise<void> {
		await this.#following?.refresh();
	}

	/** Fires a change of a conversation, unless another one has been opened since. */
	notify(conversation: Conversation, change: SessionChange): void {
		if (conversation === this.#current) this.#onDidChange.fire(change);
	}

	/** Reports that a question has been asked in a conversation. */
	asked(conversation: Conversation, question: string): void {
		if (conversation !== this.#current) return;
		this.#deletedQuestion = null;
		this.#follow();
		const message = conversation.message(question);
		if (message) this.#onDidChange.fire({ type: "message", message });
	}

	/** Reports that an answer of a conversation has ended, in whatever state. */
	ended(conversation: Conversation, answer: string): void {
		const ended = conversation.message(answer);
		if (conversation !== this.#current || ended?.role !== "assistant") return;
		this.#onDidChange.fire({ type: "ended", answer: ended });
		if (conversation.branch().some((message) => message.id === answer)) return;
		// A retry without a result gives way to the previous answer; the reason is shown beside it.
		this.#onDidChange.fire({ type: "reset" });
		if (ended.state.type === "failed") this.written.report(ended.state.failure.message);
		if (ended.state.type === "interrupted") this.written.report(ended.state.message);
	}

	/** Reports that a question of a conversation has been deleted. */
	deleted(conversation: Conversation, question: string): void {
		if (conversation !== this.#current) return;
		this.#deletedQuestion = question;
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Reports that a deleted question is shown again. */
	undeleted(): void {
		this.#deletedQuestion = null;
		this.#onDidChange.fire({ type: "reset" });
	}

	dispose(): void {
		this.#following?.dispose();
		this.#following = undefined;
	}

	#showLoaded({ conversation, damaged, unreadable, cut }: Loaded): void {
		this.#show(conversation);
		const lost = damageMessage(damaged, unreadable, cut);
		if (lost) this.written.report(lost);
	}

	#show(conversation: Conversation): void {
		this.dispose();
		this.#current = conversation;
		this.#deletedQuestion = null;
		if (conversation.latestAt !== undefined) this.#follow();
		this.#onDidChange.fire({ type: "reset" });
	}

	/** Starts following the conversation after its first event: from now on, other windows may write to it too. */
	#follow(): void {
		const failed = (error: unknown) => this.log.warn(`What other windows write cannot be read: ${loggedError(error)}`);
		this.#following ??= this.store.follow(this.#current, (received) => this.#receive(received), failed);
	}

	#receive({ events, streamed }: Received): void {
		this.#onDidReceive.fire(events);
		if (!streamed) {
			this.#onDidChange.fire({ type: "reset" });
			return;
		}
		for (const event of events) {
			if (event.type === "received") {
				const { message: answer, text, reasoning } = event;
				this.#onDidChange.fire({ type: "text", answer, text, reasoning });
			} else if (event.type === "ended") this.ended(this.#current, event.message);
		}
	}
}

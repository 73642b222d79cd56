import { Emitter, type Event } from "../../base/event";
import type { ChatSession } from "./chatSession";

/** A conversation that was deleted, and how to bring it back. */
interface Deleted {
	readonly title: string;
	restore(): Promise<void>;
}

/**
 * The conversation that was deleted last, as long as this can be undone: until a question is asked or another
 * conversation is shown.
 */
export class DeletedConversation {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	#deleted: Deleted | undefined;
	#shown = "";

	constructor(private readonly session: Pick<ChatSession, "conversationId" | "onDidChange">) {
		session.onDidChange((change) => {
			const isOther = change.type === "reset" && session.conversationId !== this.#shown;
			if (isOther || (change.type === "message" && change.message.role === "user")) this.#set(undefined);
		});
	}

	/** Its title; null when there is nothing to undo. */
	get title(): string | null {
		return this.#deleted?.title ?? null;
	}

	/** Offers to undo a deletion. */
	offer(deleted: Deleted): void {
		this.#shown = this.session.conversationId;
		this.#set(deleted);
	}

	/** Brings it back. Where that fails, it is offered again. */
	async restore(): Promise<void> {
		const deleted = this.#deleted;
		this.#set(undefined);
		try {
			await deleted?.restore();
		} catch (error) {
			this.#set(deleted);
			throw error;
		}
	}

	/** Withdraws the offer. */
	forget(): void {
		this.#set(undefined);
	}

	#set(deleted: Deleted | undefined): void {
		if (deleted === this.#deleted) return;
		this.#deleted = deleted;
		this.#onDidChange.fire();
	}
}

import * as l10n from "@vscode/l10n";
import type { Disposable } from "../../shared/disposable";
import { messageOf } from "../base/errors";
import type { Log } from "../base/ports";
import { loggedError } from "../wire/loggedError";
import type { Conversation, Received } from "./conversation";
import type { ConversationStore, Following, Loaded } from "./conversationStore";
import { damageMessage } from "./damageMessage";
import type { SessionLog } from "./sessionLog";

interface ShownConversationDeps {
	readonly store: ConversationStore;
	readonly written: SessionLog;
	readonly log: Log;
	/** Another conversation is shown. */
	changed(): void;
	/** Other windows have written into the one that is shown. */
	received(received: Received): void;
}

/** Which conversation is shown, and what other windows write into it. */
export class ShownConversation implements Disposable {
	#current: Conversation;
	#restored: Promise<void> | undefined;
	#following: Following | undefined;

	constructor(private readonly deps: ShownConversationDeps) {
		this.#current = deps.store.create();
	}

	get current(): Conversation {
		return this.#current;
	}

	/** Shows the conversation that this workspace showed last; the first call reads it. Never rejects. */
	restore(): Promise<void> {
		const { store, written } = this.deps;
		this.#restored ??= store.last().then(
			(loaded) => this.#showLoaded(loaded),
			(error: unknown) => written.fail(l10n.t("The last conversation cannot be read: {0}", messageOf(error))),
		);
		return this.#restored;
	}

	/** Shows a new one. */
	async begin(): Promise<void> {
		const { store } = this.deps;
		this.#show(store.create());
		await store.remember(this.#current);
	}

	/**
	 * Shows another one, when it has been read.
	 *
	 * @param leave settles when the one before may go.
	 * @throws the file system's error when it cannot be read; the one before is then shown still.
	 */
	async open(id: string, leave: () => Promise<void>): Promise<void> {
		const { store } = this.deps;
		// The file does not have all of it yet.
		if (id === this.#current.id) return;
		const loaded = await store.load(id);
		await leave();
		this.#showLoaded(loaded);
		await store.remember(this.#current);
	}

	/** Something has been written into it: from now on others may write too. */
	begun(): void {
		const { store, log, received } = this.deps;
		const failed = (error: unknown) => log.warn(`What other windows write cannot be read: ${loggedError(error)}`);
		this.#following ??= store.follow(this.#current, received, failed);
	}

	/** Reads what other windows may have written since. Never rejects. */
	async look(): Promise<void> {
		await this.#following?.look();
	}

	dispose(): void {
		this.#following?.dispose();
		this.#following = undefined;
	}

	#showLoaded({ conversation, damaged, unreadable, cut }: Loaded): void {
		this.#show(conversation);
		const lost = damageMessage(damaged, unreadable, cut);
		if (lost) this.deps.written.tell(lost);
	}

	#show(conversation: Conversation): void {
		this.dispose();
		this.#current = conversation;
		if (conversation.latestAt !== undefined) this.begun();
		this.deps.changed();
	}
}

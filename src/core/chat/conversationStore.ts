import type { Disposable } from "../../shared/disposable";
import type { AppendLog, Clock, Log } from "../base/ports";
import { loggedError } from "../wire/loggedError";
import { Conversation, type Received } from "./conversation";
import { type ConversationChange, type ConversationEvent, encodeEvent, type LoggedEvent } from "./conversationEvent";

/** The folder, among the workspace's own files, that tells which conversation was shown when. */
const shownFolder = "shown";

interface Shown {
	readonly at: number;
	readonly conversation: string;
}

/** A conversation as it could be read. */
export interface Loaded {
	readonly conversation: Conversation;
	/** How many lines could not be read; everything else is there. */
	readonly damaged: number;
	/** How many files could not be read at all; what they hold comes when they can be. */
	readonly unreadable: number;
	/** Whether only its newest part is shown, for it is beyond a limit. */
	readonly cut: boolean;
}

/** Keeps up with what other windows write. */
export interface FollowedConversation extends Disposable {
	/** Looks for news now: for file systems that tell nothing of another computer's. Never rejects. */
	look(): Promise<void>;
}

/** Keeps conversations as append-only logs, a folder each, in it one file for each window that wrote. */
export class ConversationStore {
	readonly #writer: string;
	#count = 0;
	/** How far each writer's file has been read, in bytes. */
	readonly #read = new WeakMap<Conversation, ReadonlyMap<string, number>>();
	/** By their ids. */
	readonly #followed = new Map<string, Conversation>();

	constructor(
		private readonly files: AppendLog,
		/** The workspace's own. Not a Memento: VS Code writes those late, and a killed window would come back elsewhere. */
		private readonly workspaceFiles: AppendLog,
		private readonly clock: Clock,
		private readonly log: Log,
	) {
		this.#writer = crypto.randomUUID();
	}

	/** A new conversation. Nothing is written before its first question. */
	create(): Conversation {
		return new Conversation(crypto.randomUUID());
	}

	/** The conversation that this workspace showed last, or a new one. */
	async last(): Promise<Loaded> {
		const shown = await this.#shown();
		const last = shown.reduce<Shown | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
		const loaded = last && (await this.load(last.conversation));
		return loaded && !loaded.conversation.deleted
			? loaded
			: { conversation: this.create(), damaged: 0, unreadable: 0, cut: false };
	}

	/** The ids of the conversations that this workspace has shown, with when it showed each last. */
	async shownHere(): Promise<ReadonlyMap<string, number>> {
		const shown = (await this.#shown()).sort((a, b) => a.at - b.at);
		return new Map(shown.map(({ conversation, at }) => [conversation, at]));
	}

	/** The ids of all conversations, in no order. */
	ids(): Promise<readonly string[]> {
		return this.files.folders();
	}

	/**
	 * What can be read of a conversation; which files hold what cannot is said in the log.
	 *
	 * @throws the file system's error when nothing of it can be read.
	 */
	async load(id: string): Promise<Loaded> {
		const errors: unknown[] = [];
		const files = await this.files.read(id, (writer, error) => {
			errors.push(error);
			this.log.warn(`Conversation ${id}: the file of ${writer} cannot be read: ${loggedError(error)}`);
		});
		if (files.size === 0 && errors.length > 0) throw errors[0];
		const texts = new Map([...files].map(([writer, { text }]) => [writer, text]));
		const loaded = Conversation.load(
			id,
			texts,
			[...files.values()].some(({ cut }) => cut === true),
		);
		this.#read.set(loaded.conversation, new Map([...files].map(([writer, { end }]) => [writer, end])));
		if (loaded.damaged > 0) this.log.warn(`Conversation ${id}: ${loaded.damaged} damaged line(s) were left out.`);
		if (loaded.cut) this.log.warn(`Conversation ${id} is beyond a limit: only its newest part is shown.`);
		return { ...loaded, unreadable: errors.length };
	}

	/**
	 * Tells, until disposed, what other windows write into a conversation, when it has been taken into it.
	 *
	 * @param failed is told of an error of the file system's; what comes later is read nevertheless.
	 */
	follow(
		conversation: Conversation,
		told: (received: Received) => void,
		failed: (error: unknown) => void,
	): FollowedConversation {
		let reading: Promise<void> | undefined;
		let again = false;
		let ended = false;
		const read = async () => {
			try {
				do {
					again = false;
					const received = await this.#readMore(conversation, failed);
					if (!ended && received.events.length > 0) told(received);
				} while (again && !ended);
			} catch (error) {
				failed(error);
			} finally {
				reading = undefined;
			}
		};
		const look = () => {
			if (ended) return Promise.resolve();
			again = true;
			reading ??= read();
			return reading;
		};
		this.#followed.set(conversation.id, conversation);
		const watching = this.files.watch(conversation.id, () => void look());
		void look();
		return {
			look,
			dispose: () => {
				ended = true;
				if (this.#followed.get(conversation.id) === conversation) this.#followed.delete(conversation.id);
				watching.dispose();
			},
		};
	}

	/** Remembers which conversation this workspace shows. */
	async remember(conversation: Conversation): Promise<void> {
		const shown: Shown = { at: this.clock.now(), conversation: conversation.id };
		await this.workspaceFiles.append(shownFolder, this.#writer, JSON.stringify(shown), true);
	}

	/** A change as an event of this window's, to be written and applied. */
	event(conversation: Conversation, change: ConversationChange): ConversationEvent {
		const at = conversation.nextAt(this.#writer, this.clock.now());
		return { ...change, id: `${this.#writer}-${++this.#count}`, at };
	}

	/** Takes an event of this window's into the conversation, in memory. */
	apply(conversation: Conversation, event: ConversationEvent): void {
		conversation.apply(this.#writer, event);
	}

	/**
	 * Writes an event to the conversation's log.
	 *
	 * @param durable whether to wait until the disk has it: for questions and ends.
	 * @throws the file system's error.
	 */
	write(conversation: Conversation, event: ConversationEvent, durable: boolean): Promise<void> {
		return this.files.append(conversation.id, this.#writer, encodeEvent(event), durable);
	}

	/**
	 * Makes a change to any conversation; one that is followed has it at once.
	 *
	 * @throws the file system's error.
	 */
	async change(id: string, change: ConversationChange): Promise<void> {
		const conversation = this.#followed.get(id) ?? (await this.load(id)).conversation;
		const event = this.event(conversation, change);
		await this.write(conversation, event, true);
		this.apply(conversation, event);
	}

	/**
	 * Writes the events of an imported conversation as a new one, in their order; gives its id.
	 *
	 * @throws the file system's error.
	 */
	async add(events: readonly LoggedEvent[]): Promise<string> {
		const id = crypto.randomUUID();
		if (events.length > 0) await this.files.append(id, this.#writer, events.map(encodeEvent).join("\n"), true);
		return id;
	}

	async #readMore(conversation: Conversation, failed: (error: unknown) => void): Promise<Received> {
		const from = new Map(this.#read.get(conversation));
		// What this window wrote is known.
		const mine = [this.#writer, Number.MAX_SAFE_INTEGER] as const;
		const files = await this.files.read(conversation.id, (_, error) => failed(error), new Map([...from, mine]));
		for (const [writer, { end }] of files) from.set(writer, end);
		this.#read.set(conversation, from);
		// The line that is just being written is read when it is whole.
		const whole = [...files].map(([writer, { text }]) => [writer, text.slice(0, text.lastIndexOf("\n") + 1)] as const);
		return conversation.receive(new Map(whole));
	}

	async #shown(): Promise<Shown[]> {
		const files = await this.workspaceFiles.read(shownFolder, (_, error) =>
			this.log.warn(`A part of what this workspace has shown cannot be read: ${loggedError(error)}`),
		);
		return [...files.values()].flatMap(({ text }) => text.split("\n").flatMap(parseShown));
	}
}

/** A line of the workspace's files; a torn one is as if it were not there. */
function parseShown(line: string): Shown[] {
	try {
		const value: unknown = JSON.parse(line);
		if (typeof value !== "object" || value === null || !("at" in value) || !("conversation" in value)) return [];
		const { at, conversation } = value;
		return typeof at === "number" && typeof conversation === "string" ? [{ at, conversation }] : [];
	} catch {
		return [];
	}
}

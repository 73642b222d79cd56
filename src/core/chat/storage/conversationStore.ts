import type { Disposable } from "../../../shared/disposable";
import type { AppendLog, Clock, Log } from "../../base/ports";
import { loggedError } from "../../gateway/errors/loggedError";
import {
	type ConversationChange,
	type ConversationEvent,
	encodeEvent,
	type LoggedEvent,
} from "../conversation/conversationEvent";
import { Conversation, type Received } from "../conversation/loadedConversation";

/** The folder, among the workspace's own files, that records which conversation was shown when. */
const shownFolder = "shown";

interface Shown {
	readonly at: number;
	readonly conversation: string;
}

/** A conversation, as far as it could be read. */
export interface Loaded {
	readonly conversation: Conversation;
	/** The number of lines that could not be read; everything else is there. */
	readonly damaged: number;
	/** The number of files that could not be read at all; their content is added once they can be read. */
	readonly unreadable: number;
	/** Whether only its newest part is shown because it exceeds a limit. */
	readonly cut: boolean;
}

/** Follows what other windows write. */
export interface FollowedConversation extends Disposable {
	/** Reads new events now, for file systems that do not report changes made on another computer. Never rejects. */
	refresh(): Promise<void>;
}

/** Stores conversations as append-only logs: a folder for each, with one file for each window that wrote. */
export class ConversationStore {
	readonly #writer: string;
	#count = 0;
	/** The position up to which each writer's file has been read, in bytes. */
	readonly #read = new WeakMap<Conversation, ReadonlyMap<string, number>>();
	/** The conversations that are followed, by id. */
	readonly #followed = new Map<string, Conversation>();

	constructor(
		private readonly files: AppendLog,
		/**
		 * The workspace's own files. Not a Memento: VS Code writes those late, so a killed window would reopen another
		 * conversation.
		 */
		private readonly workspaceFiles: AppendLog,
		private readonly clock: Clock,
		private readonly log: Log,
	) {
		this.#writer = crypto.randomUUID();
	}

	/** Creates a conversation. Nothing is written before its first question. */
	create(): Conversation {
		return new Conversation(crypto.randomUUID());
	}

	/** Returns the conversation that this workspace showed last, or a new one. */
	async last(): Promise<Loaded> {
		const shown = await this.#shown();
		const last = shown.reduce<Shown | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
		const loaded = last && (await this.load(last.conversation));
		return loaded && !loaded.conversation.deleted
			? loaded
			: { conversation: this.create(), damaged: 0, unreadable: 0, cut: false };
	}

	/** Returns the ids of the conversations that this workspace has shown, with the time when each was last shown. */
	async shownHere(): Promise<ReadonlyMap<string, number>> {
		const shown = (await this.#shown()).sort((a, b) => a.at - b.at);
		return new Map(shown.map(({ conversation, at }) => [conversation, at]));
	}

	/** Returns the ids of all conversations, in no particular order. */
	ids(): Promise<readonly string[]> {
		return this.files.folders();
	}

	/**
	 * Loads what can be read of a conversation; files that cannot be read are named in the log.
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
	 * Follows a conversation until disposed: adds what other windows write, and then reports it.
	 *
	 * @param failed is called with the file system's error; later changes are read nevertheless.
	 */
	follow(
		conversation: Conversation,
		listener: (received: Received) => void,
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
					if (!ended && received.events.length > 0) listener(received);
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
			refresh: look,
			dispose: () => {
				ended = true;
				if (this.#followed.get(conversation.id) === conversation) this.#followed.delete(conversation.id);
				watching.dispose();
			},
		};
	}

	/** Records which conversation this workspace shows. */
	async remember(conversation: Conversation): Promise<void> {
		const shown: Shown = { at: this.clock.now(), conversation: conversation.id };
		await this.workspaceFiles.append(shownFolder, this.#writer, JSON.stringify(shown), true);
	}

	/** Returns a change as an event of this window, to be written and applied. */
	event(conversation: Conversation, change: ConversationChange): ConversationEvent {
		const at = conversation.nextAt(this.#writer, this.clock.now());
		return { ...change, id: `${this.#writer}-${++this.#count}`, at };
	}

	/** Applies an event of this window to the conversation, in memory. */
	apply(conversation: Conversation, event: ConversationEvent): void {
		conversation.apply(this.#writer, event);
	}

	/**
	 * Writes an event to the conversation's log.
	 *
	 * @param durable whether to wait until it is on the disk: for questions and ends.
	 * @throws the file system's error.
	 */
	write(conversation: Conversation, event: ConversationEvent, durable: boolean): Promise<void> {
		return this.files.append(conversation.id, this.#writer, encodeEvent(event), durable);
	}

	/**
	 * Makes a change to any conversation; if that is followed, the change is applied at once.
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
	 * Writes the events of an imported conversation as a new one, in their order; returns its id.
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
		// Skips this window's own file, whose events are known.
		const mine = [this.#writer, Number.MAX_SAFE_INTEGER] as const;
		const files = await this.files.read(conversation.id, (_, error) => failed(error), new Map([...from, mine]));
		for (const [writer, { end }] of files) from.set(writer, end);
		this.#read.set(conversation, from);
		// A line that is still being written is read once it is complete.
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

/** Parses a line of the workspace's files; returns an empty array for a damaged one. */
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

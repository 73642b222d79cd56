import type { AppendLog, Clock, Log } from "../base/ports";
import { Conversation } from "./conversation";
import { type ConversationChange, type ConversationEvent, decodeEvents, encodeEvent } from "./conversationEvent";

/** The folder, among the workspace's own files, that tells which conversation was shown when. */
const shownFolder = "shown";

interface Shown {
	readonly at: number;
	readonly conversation: string;
}

/** Keeps conversations as append-only logs, a folder each, in it one file for each window that wrote. */
export class ConversationStore {
	readonly #writer: string;
	#count = 0;

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
	async last(): Promise<Conversation> {
		const files = await this.workspaceFiles.read(shownFolder);
		const shown = [...files.values()].flatMap((text) => text.split("\n").flatMap(parseShown));
		const last = shown.reduce<Shown | undefined>((a, b) => (a && a.at > b.at ? a : b), undefined);
		return last ? this.load(last.conversation) : this.create();
	}

	/** What can be read of a conversation; what cannot is said in the log. */
	async load(id: string): Promise<Conversation> {
		const { events, damaged } = decodeEvents(await this.files.read(id));
		if (damaged > 0) this.log.warn(`Conversation ${id}: ${damaged} damaged line(s) were left out.`);
		return Conversation.load(id, events);
	}

	/** Remembers which conversation this workspace shows. */
	async remember(conversation: Conversation): Promise<void> {
		const shown: Shown = { at: this.clock.now(), conversation: conversation.id };
		await this.workspaceFiles.append(shownFolder, this.#writer, JSON.stringify(shown), true);
	}

	/** A change as an event of this window's, to be written and applied. */
	event(change: ConversationChange): ConversationEvent {
		return { ...change, id: `${this.#writer}-${++this.#count}`, at: this.clock.now() };
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

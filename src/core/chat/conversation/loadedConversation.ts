import * as l10n from "@vscode/l10n";
import type { ChatParameters } from "../../../shared/chatParameters";
import type { ChosenTool } from "../../../shared/chosenTool";
import type { Message } from "../../../shared/conversation";
import { limits } from "../../../shared/untrusted/limits";
import type { ConversationEvent, LoggedEvent } from "./conversationEvent";
import { ConversationTree } from "./conversationTree";
import { compareEvents, type PlacedEvent, WriterLines } from "./eventOrder";

/** The message of an answer that was streaming when its window closed. */
export const closedMessage = (): string => l10n.t("The window closed before the answer ended.");

/** The result of reading more of a conversation's files. */
export interface Received {
	/** The new events, in order. */
	readonly events: readonly LoggedEvent[];
	/** Whether they only add to, or end, answers that are known to stream; otherwise anything may have changed. */
	readonly streamed: boolean;
	/** The number of lines that could not be read. */
	readonly damaged: number;
}

/** The result of reading a conversation's files. */
export interface LoadedConversation {
	readonly conversation: Conversation;
	/** The number of lines that could not be read. */
	readonly damaged: number;
	/** Whether only its newest part is shown because it exceeds a limit. */
	readonly cut: boolean;
}

/** A conversation, built from the events of all its writers. */
export class Conversation {
	#tree: ConversationTree;
	#events: PlacedEvent[] = [];
	#messageCount = 0;
	/** The number of oldest messages that are left out because there are too many. */
	#left = 0;
	readonly #ids = new Set<string>();
	readonly #writers = new Map<string, WriterLines>();
	/** Unfinished answers with no event since they were loaded: they were cut off when their windows closed. */
	readonly #silent = new Set<string>();

	/** @param partial whether earlier events were left out. */
	constructor(
		readonly id: string,
		private readonly partial = false,
	) {
		this.#tree = new ConversationTree(partial);
	}

	/**
	 * Builds a conversation from its log: the text of each writer's file.
	 *
	 * @param partial whether this is only the newest part of one of the files.
	 */
	static load(id: string, files: ReadonlyMap<string, string>, partial = false): LoadedConversation {
		const conversation = new Conversation(id, partial);
		const { damaged } = conversation.receive(files);
		if (conversation.messageCount > limits.conversationMessages) conversation.#replay();
		for (const message of conversation.#tree.messages) {
			if (message.role === "assistant" && message.state.type === "streaming") conversation.#silent.add(message.id);
		}
		return { conversation, damaged, cut: partial || conversation.#left > 0 || conversation.#tree.cut };
	}

	/** The number of all messages that the conversation ever had, including those that are not shown. */
	get messageCount(): number {
		return this.#messageCount;
	}

	/** Every event, in an order that is the same wherever it is computed. */
	get events(): readonly LoggedEvent[] {
		return this.#events.map(({ event }) => event);
	}

	/** The name given by the user; empty when there is none. */
	get title(): string {
		return this.#tree.title;
	}

	get pinned(): boolean {
		return this.#tree.pinned;
	}

	get deleted(): boolean {
		return this.#tree.deleted;
	}

	/** The conversation's own parameters, which take precedence over the settings in its requests. */
	get parameters(): ChatParameters {
		return this.#tree.parameters;
	}

	/** The foreign tools that the user has chosen for the agent. */
	get tools(): readonly ChosenTool[] {
		return this.#tree.tools;
	}

	/** The time of the last event, in milliseconds since the epoch; `undefined` when there is none. */
	get latestAt(): number | undefined {
		return this.#events.at(-1)?.at;
	}

	/**
	 * Returns the time of the writer's next event: now, but never before the last known event, even if clocks differ.
	 */
	nextAt(writer: string, now: number): number {
		const last = this.#events.at(-1);
		if (!last) return now;
		return Math.max(now, Math.min(last.writer === writer ? last.at : last.at + 1, Number.MAX_SAFE_INTEGER));
	}

	/** Adds an event of this window, which is the latest of all. */
	apply(writer: string, event: ConversationEvent): void {
		this.#insert([this.#linesOf(writer).place(event)]);
	}

	/** Adds what has been read of the writers' files since the last time. Events that are known already are skipped. */
	receive(files: ReadonlyMap<string, string>): Received {
		const read = [...files].map(([writer, text]) => this.#linesOf(writer).read(text));
		const placed = read.flatMap(({ events }) => events).sort(compareEvents);
		const fresh = placed.filter(({ event }) => !this.#ids.has(event.id) && this.#ids.add(event.id));
		const revived = fresh.some(
			({ event }) => "message" in event && event.message !== null && this.#silent.has(event.message),
		);
		const inOrder = this.#insert(fresh);
		const events = fresh.map(({ event }) => event);
		return {
			events,
			streamed:
				inOrder && !revived && events.every(({ type }) => type === "received" || type === "ended" || type === "alive"),
			damaged: read.reduce((sum, { damaged }) => sum + damaged, 0),
		};
	}

	/** Returns a message, with its position among its versions. */
	message(id: string): Message | undefined {
		const message = this.#tree.message(id);
		return message && this.#asSeen(message);
	}

	/**
	 * Returns the time of the last event of an unfinished answer that has had none since it was loaded; `undefined` for
	 * other messages.
	 */
	silentSince(id: string): number | undefined {
		return this.#silent.has(id) ? this.#tree.heardAt(id) : undefined;
	}

	/** Returns the visible branch, oldest first. */
	branch(): readonly Message[] {
		return this.#tree.branch().map((message) => this.#asSeen(message));
	}

	/** Returns the messages of the other branches, without deleted ones. */
	besideBranch(): readonly Message[] {
		const visible = new Set(this.#tree.branch());
		return this.#tree.branches().filter((message) => !visible.has(message));
	}

	/** Returns the versions of a message, including itself, oldest first. */
	versions(id: string): readonly Message[] {
		return this.#tree.versions(id);
	}

	/** Returns the path from the root to a message, both included. */
	pathTo(id: string): readonly Message[] {
		return this.#tree.pathTo(id);
	}

	#linesOf(writer: string): WriterLines {
		const known = this.#writers.get(writer);
		if (known) return known;
		const lines = new WriterLines(writer);
		this.#writers.set(writer, lines);
		return lines;
	}

	/**
	 * Inserts events, which are sorted, at their positions; returns whether all of them came after the existing ones.
	 */
	#insert(placed: readonly PlacedEvent[]): boolean {
		const [first] = placed;
		const last = this.#events.at(-1);
		const inOrder = !first || !last || compareEvents(last, first) < 0;
		for (const one of placed) {
			const { event } = one;
			this.#events.push(one);
			this.#ids.add(event.id);
			if (beginsMessage(event)) this.#messageCount++;
			if ("message" in event && event.message !== null) this.#silent.delete(event.message);
		}
		if (inOrder) for (const { event } of placed) this.#tree.apply(event);
		else this.#replay();
		return inOrder;
	}

	/**
	 * Rebuilds the tree from all events in order, for when an event turns out to precede others that are known already.
	 */
	#replay(): void {
		this.#events.sort(compareEvents);
		const left = this.#leftMessages();
		this.#left = left.size;
		this.#tree = new ConversationTree(this.partial || left.size > 0);
		for (const { event } of this.#events) if (!left.has(event)) this.#tree.apply(event);
	}

	/**
	 * Returns the events that begin the oldest messages, where there are too many; keeps the question of an answer that
	 * is shown.
	 */
	#leftMessages(): ReadonlySet<LoggedEvent> {
		const tooMany = this.#messageCount - limits.conversationMessages;
		if (tooMany <= 0) return new Set();
		const begun = this.events.filter(beginsMessage);
		const answered = new Set(begun.slice(tooMany).map((event) => (event.type === "answering" ? event.parent : "")));
		const left = begun.slice(0, tooMany);
		return new Set(left.filter((event) => event.type !== "asked" || !answered.has(event.message)));
	}

	#asSeen(message: Message): Message {
		const heard = this.#asHeard(message);
		const versions = this.#tree.placeAmongVersions(message.id);
		return versions && versions[1] > 1 ? { ...heard, versions } : heard;
	}

	#asHeard(message: Message): Message {
		if (message.role === "user" || message.state.type !== "streaming" || !this.#silent.has(message.id)) return message;
		return { ...message, state: { type: "interrupted", message: closedMessage() } };
	}
}

function beginsMessage({ type }: LoggedEvent): boolean {
	return type === "asked" || type === "answering";
}

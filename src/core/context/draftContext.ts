import type { Attachment } from "../../shared/conversation";
import { Emitter, type Event } from "../base/event";
import type { StateStore } from "../base/ports";
import { type ContextSource, isContextSource, sameSource } from "./contextSource";

/** A piece of context that waits for its question. */
export interface PendingAttachment {
	readonly source: ContextSource;
	readonly attachment: Attachment;
	/** Whether its source has something else now. */
	readonly changed: boolean;
}

/** Reads a source as it is now. @throws UserError when it cannot be read. */
export type ReadSource = (source: ContextSource) => Promise<Attachment>;

const stateKey = "gatehouse.draftContext";

/**
 * What is attached to the questions that are not asked yet, for each conversation. Kept over restarts as where it comes
 * from, not as text: what a file had in it need not lie about in the state.
 */
export class DraftContext {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #drafts = new Map<string, readonly PendingAttachment[]>();
	/** The conversations whose kept sources were read, or are being read: each once. */
	readonly #restored = new Map<string, Promise<void>>();

	constructor(
		readonly read: ReadSource,
		/** The workspace's own. */
		private readonly state: StateStore,
		/** The conversation that is written in. */
		private readonly conversation: () => string,
	) {}

	get pending(): readonly PendingAttachment[] {
		return this.#drafts.get(this.conversation()) ?? [];
	}

	/** Brings back what was attached when the window closed. What cannot be read any more is gone. Never rejects. */
	restore(): Promise<void> {
		const conversation = this.conversation();
		const restored = this.#restored.get(conversation) ?? this.#restore(conversation);
		this.#restored.set(conversation, restored);
		return restored;
	}

	async #restore(conversation: string): Promise<void> {
		const read = await Promise.allSettled((this.#kept()[conversation] ?? []).map((source) => this.#pendingOf(source)));
		const pending = read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
		if (pending.length > 0) await this.#set(conversation, [...pending, ...(this.#drafts.get(conversation) ?? [])]);
	}

	/** Attaches what was just read; what is attached already gives way to it. */
	async attach(source: ContextSource, attachment: Attachment): Promise<void> {
		await this.restore();
		const conversation = this.conversation();
		const added = { source, attachment, changed: false };
		const others = this.#drafts.get(conversation) ?? [];
		const known = others.findIndex((other) => sameSource(other.source, source));
		await this.#set(conversation, known < 0 ? [...others, added] : others.with(known, added));
	}

	async remove(id: string): Promise<void> {
		await this.#set(
			this.conversation(),
			this.pending.filter(({ attachment }) => attachment.id !== id),
		);
	}

	/** Reads an attachment anew. @throws UserError when it cannot be read any more; it then stays as it was. */
	async update(id: string): Promise<void> {
		const conversation = this.conversation();
		const old = this.pending.find(({ attachment }) => attachment.id === id);
		if (!old) return;
		const { attachment, ...rest } = await this.#pendingOf(old.source);
		await this.#replace(conversation, id, { ...rest, attachment: { ...attachment, id } });
	}

	/**
	 * Says how an attachment's source stands: whether it has something else now, and where its lines are.
	 */
	async mark(id: string, changed: boolean, lines?: readonly [first: number, last: number]): Promise<void> {
		const old = this.pending.find(({ attachment }) => attachment.id === id);
		if (!old) return;
		const moved = lines && old.source.type === "lines" && lines[0] !== old.source.lines[0];
		if (old.changed === changed && !moved) return;
		const source = moved ? { ...old.source, lines } : old.source;
		await this.#replace(this.conversation(), id, { ...old, source, changed });
	}

	/** Takes everything, for a question that is being asked. Giving it back undoes that. */
	async take(): Promise<{ readonly attachments: readonly Attachment[]; giveBack(): Promise<void> }> {
		await this.restore();
		const conversation = this.conversation();
		const taken = this.pending;
		await this.#set(conversation, []);
		const giveBack = () => this.#set(conversation, [...taken, ...(this.#drafts.get(conversation) ?? [])]);
		return { attachments: taken.map(({ attachment }) => attachment), giveBack };
	}

	async #pendingOf(source: ContextSource): Promise<PendingAttachment> {
		return { source, attachment: await this.read(source), changed: false };
	}

	async #replace(conversation: string, id: string, by: PendingAttachment): Promise<void> {
		const all = this.#drafts.get(conversation) ?? [];
		await this.#set(
			conversation,
			all.map((pending) => (pending.attachment.id === id ? by : pending)),
		);
	}

	async #set(conversation: string, pending: readonly PendingAttachment[]): Promise<void> {
		this.#drafts.set(conversation, pending);
		this.#onDidChange.fire();
		const { [conversation]: _, ...others } = this.#kept();
		const sources = pending.map(({ source }) => source);
		await this.state.set(stateKey, sources.length > 0 ? { ...others, [conversation]: sources } : others);
	}

	#kept(): Readonly<Record<string, readonly ContextSource[]>> {
		const value = this.state.get(stateKey);
		if (typeof value !== "object" || value === null) return {};
		return Object.fromEntries(
			Object.entries(value).map(([id, sources]) => [id, Array.isArray(sources) ? sources.filter(isContextSource) : []]),
		);
	}
}

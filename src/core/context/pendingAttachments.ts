import * as l10n from "@vscode/l10n";
import type { Attachment } from "../../shared/conversation";
import { limits } from "../../shared/untrusted/limits";
import { ownField } from "../../shared/untrusted/ownField";
import { UserError } from "../base/errors";
import { Emitter, type Event } from "../base/event";
import type { StateStore } from "../base/ports";
import { type ContextSource, isContextSource, sameSource } from "./contextSource";

/** @throws UserError when a question would have more attachments than allowed. */
export function assertAttachmentsFit(count: number): void {
	if (count <= limits.attachments) return;
	throw new UserError(
		l10n.t("At most {0} attachments are allowed for a question. Nothing was attached.", limits.attachments),
	);
}

/** A piece of context that is attached to a question not asked yet. */
export interface PendingAttachment {
	readonly source: ContextSource;
	readonly attachment: Attachment;
	/** Whether the content of its source has changed since it was read. */
	readonly changed: boolean;
}

/** Reads the current content of a source. @throws UserError when it cannot be read. */
export type ReadSource = (source: ContextSource) => Promise<Attachment>;

/** Attachments that were taken for a question. */
export interface TakenAttachments {
	readonly attachments: readonly Attachment[];
	/** Their sources, in the same order. */
	readonly sources: readonly ContextSource[];
	/** Restores the attachments, because the question could not be asked. */
	giveBack(): Promise<void>;
	/**
	 * Confirms that the question was asked: the remaining attachments are kept for the conversation's next question.
	 */
	asked(): Promise<void>;
}

const stateKey = "gatehouse.draftContext";
const removedKey = "gatehouse.removedContext";

/** The key of the draft in a conversation without a question, whose own id may change after a restart. */
export const unasked = "unasked";

/**
 * The pending attachments of each conversation, that is, of the question that is not asked yet. They are persisted as
 * sources, not as text, so that no content of files is left in the state.
 */
export class PendingAttachments {
	readonly #onDidChange = new Emitter<void>();
	readonly onDidChange: Event<void> = this.#onDidChange.event;
	readonly #drafts = new Map<string, readonly PendingAttachment[]>();
	/** The restoring of saved sources by conversation, finished or under way: it happens once for each. */
	readonly #restored = new Map<string, Promise<void>>();

	constructor(
		readonly read: ReadSource,
		/** The workspace's state. */
		private readonly state: StateStore,
		/** Returns the id of the current conversation; `unasked` while it has no question. */
		private readonly conversation: () => string,
		/**
		 * Returns the sources that are attached to the first question of every conversation, unless the user removes
		 * them.
		 */
		private readonly instructions: () => Promise<readonly ContextSource[]> = async () => [],
		/** Is called with the reason when one of the instructions cannot be read. */
		private readonly onLeftOut: (reason: unknown) => void = () => {},
	) {}

	get pending(): readonly PendingAttachment[] {
		return this.#drafts.get(this.conversation()) ?? [];
	}

	/** Restores what was attached when the window closed. Drops sources that can no longer be read. Never rejects. */
	restore(): Promise<void> {
		const conversation = this.conversation();
		const restored = this.#restored.get(conversation) ?? this.#restore(conversation);
		this.#restored.set(conversation, restored);
		return restored;
	}

	/** Restores again, for example when more instructions may be read. Never rejects. */
	async reconsider(): Promise<void> {
		this.#restored.delete(this.conversation());
		await this.restore();
	}

	async #restore(conversation: string): Promise<void> {
		const kept = ownField(this.#kept(), conversation) ?? [];
		const removed = this.#removed();
		const instructions = conversation === unasked ? await this.instructions() : [];
		const sources = [...instructions.filter((source) => !among(removed, source) && !among(kept, source)), ...kept];
		const read = await Promise.allSettled(sources.map((source) => this.#pendingOf(source)));
		for (const [i, source] of sources.entries()) {
			const result = read[i];
			if (result?.status === "rejected" && among(instructions, source)) this.onLeftOut(result.reason);
		}
		const pending = read.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
		if (pending.length > 0) await this.#set(conversation, merged(pending, this.#drafts.get(conversation)));
	}

	/** Attaches what was just read, replacing an attachment of the same source. */
	async attach(source: ContextSource, attachment: Attachment): Promise<void> {
		await this.attachAll([{ source, attachment }]);
	}

	/** Attaches several pieces that were just read, as one change: the places of a search appear together. */
	async attachAll(read: readonly Pick<PendingAttachment, "source" | "attachment">[]): Promise<void> {
		if (read.length === 0) return;
		await this.restore();
		const conversation = this.conversation();
		const removed = this.#removed();
		const stillRemoved = removed.filter((other) => !read.some(({ source }) => sameSource(other, source)));
		if (stillRemoved.length < removed.length) await this.#setRemoved(stillRemoved);
		let pending = this.#drafts.get(conversation) ?? [];
		for (const { source, attachment } of read) {
			const added = { source, attachment, changed: false };
			const known = pending.findIndex((other) => sameSource(other.source, source));
			pending = known < 0 ? [...pending, added] : pending.with(known, added);
		}
		await this.#set(conversation, pending);
	}

	async remove(id: string): Promise<void> {
		const conversation = this.conversation();
		const removed = this.pending.find(({ attachment }) => attachment.id === id);
		if (!removed) return;
		await this.#set(
			conversation,
			this.pending.filter((other) => other !== removed),
		);
		// Recorded, because it would otherwise be attached again automatically.
		if (conversation === unasked && among(await this.instructions(), removed.source))
			await this.#setRemoved([...this.#removed(), removed.source]);
	}

	/** Reads an attachment again. @throws UserError when it can no longer be read; it stays unchanged. */
	async update(id: string): Promise<void> {
		const conversation = this.conversation();
		const old = this.pending.find(({ attachment }) => attachment.id === id);
		if (!old) return;
		const { attachment, ...rest } = await this.#pendingOf(old.source);
		await this.#replace(conversation, id, { ...rest, attachment: { ...attachment, id } });
	}

	/** Updates the state of an attachment's source: whether its content has changed, and where its lines are now. */
	async mark(id: string, changed: boolean, lines?: readonly [first: number, last: number]): Promise<void> {
		const old = this.pending.find(({ attachment }) => attachment.id === id);
		if (!old) return;
		const moved = lines && old.source.type === "lines" && lines[0] !== old.source.lines[0];
		if (old.changed === changed && !moved) return;
		const source = moved ? { ...old.source, lines } : old.source;
		await this.#replace(this.conversation(), id, { ...old, source, changed });
	}

	/**
	 * Takes the attachments for a question that is being asked.
	 *
	 * @param which selects the sources to take; all by default.
	 */
	async take(which: (source: ContextSource) => boolean = () => true): Promise<TakenAttachments> {
		await this.restore();
		const conversation = this.conversation();
		const taken = this.pending.filter(({ source }) => which(source));
		const left = this.pending.filter(({ source }) => !which(source));
		await this.#set(conversation, left);
		return {
			attachments: taken.map(({ attachment }) => attachment),
			sources: taken.map(({ source }) => source),
			giveBack: () => this.#set(conversation, merged(taken, this.#drafts.get(conversation))),
			asked: async () => {
				if (conversation !== unasked) return;
				const now = this.conversation();
				if (now !== unasked) await this.#set(now, merged(this.#drafts.get(unasked) ?? [], this.#drafts.get(now)));
				// The next new conversation starts from scratch.
				this.#restored.delete(unasked);
				await this.#set(unasked, []);
				await this.#setRemoved([]);
			},
		};
	}

	/**
	 * Attaches again what was taken for a question, because the user continues to edit it; what was attached since is
	 * kept.
	 *
	 * @throws UserError when there would be too many attachments.
	 */
	async putBack(taken: readonly Pick<PendingAttachment, "source" | "attachment">[]): Promise<void> {
		await this.restore();
		const conversation = this.conversation();
		const given = taken.map((one) => ({ ...one, changed: false }));
		const all = merged(this.#drafts.get(conversation) ?? [], given);
		assertAttachmentsFit(all.length);
		await this.#set(conversation, all);
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
		// A pasted picture is content: it is not left in the state.
		const sources = pending.map(({ source }) => source).filter(isContextSource);
		await this.state.set(stateKey, sources.length > 0 ? { ...others, [conversation]: sources } : others);
	}

	#kept(): Readonly<Record<string, readonly ContextSource[]>> {
		const value = this.state.get(stateKey);
		if (typeof value !== "object" || value === null) return {};
		return Object.fromEntries(Object.entries(value).map(([id, sources]) => [id, sourcesIn(sources)]));
	}

	/** Returns the instructions that the user has removed from the next conversation's first question. */
	#removed(): readonly ContextSource[] {
		return sourcesIn(this.state.get(removedKey));
	}

	async #setRemoved(removed: readonly ContextSource[]): Promise<void> {
		await this.state.set(removedKey, removed.length > 0 ? removed : undefined);
	}
}

function sourcesIn(value: unknown): readonly ContextSource[] {
	return Array.isArray(value) ? value.slice(0, limits.attachments).filter(isContextSource) : [];
}

function among(sources: readonly ContextSource[], source: ContextSource): boolean {
	return sources.some((one) => sameSource(one, source));
}

/** Merges two lists with each source once; the first list takes precedence. */
function merged(
	first: readonly PendingAttachment[],
	others: readonly PendingAttachment[] = [],
): readonly PendingAttachment[] {
	return [
		...first,
		...others.filter(
			({ source }) =>
				!among(
					first.map((one) => one.source),
					source,
				),
		),
	];
}

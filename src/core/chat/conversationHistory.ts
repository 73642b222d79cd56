import type { Message } from "../../shared/conversation";
import { limits } from "../../shared/untrusted/limits";
import type { Conversation } from "./conversation";
import type { ConversationStore } from "./conversationStore";
import { conversationTitle } from "./conversationTitle";
import { searchable } from "./textSearch";

/** What a list tells of a conversation. */
export interface ConversationSummary {
	readonly id: string;
	readonly title: string;
	readonly pinned: boolean;
	/** Whether this workspace has shown it. */
	readonly here: boolean;
	/** When it was last talked in, in milliseconds since the epoch; naming and pinning do not count. */
	readonly latestAt: number;
	/** Every question and answer that was not deleted: the visible branch's, then the others', up to the limit. */
	readonly text: string;
	/** Whether there is more than that, which a search does not find. */
	readonly cut: boolean;
	/** The same, and the title, as they are searched: made once, for every letter of a search goes through all of them. */
	readonly searched: SearchedTexts;
}

interface SearchedTexts {
	readonly title: string;
	readonly text: string;
}

/** How many conversations are read at the same time. */
const readers = 8;

/**
 * All conversations, as their files tell. Nothing is kept between two readings, so there is nothing to go stale.
 */
export class ConversationHistory {
	constructor(private readonly store: ConversationStore) {}

	/**
	 * Reads all conversations that have a question and are not deleted: this workspace's first, the one shown last before
	 * the others, then the rest in no order.
	 *
	 * @param found is told of each as it has been read.
	 * @param unreadable is told of each that the file system does not give; the others come nevertheless.
	 * @throws the file system's error when not even a list can be had.
	 */
	async read(
		found: (summary: ConversationSummary) => void,
		unreadable: (id: string, error: unknown) => void,
		signal: AbortSignal,
	): Promise<void> {
		const [ids, here] = await Promise.all([this.store.ids(), this.store.shownHere()]);
		let room: number = limits.historyText;
		const waiting = [...ids].sort((a, b) => (here.get(b) ?? 0) - (here.get(a) ?? 0)).values();
		const reader = async () => {
			for (const id of waiting) {
				if (signal.aborted) return;
				try {
					const { conversation } = await this.store.load(id);
					const summary = summaryOf(conversation, here.has(id), Math.min(room, limits.conversationText));
					room -= summary?.text.length ?? 0;
					if (summary && !signal.aborted) found(summary);
				} catch (error) {
					unreadable(id, error);
				}
			}
		};
		await Promise.all(Array.from({ length: readers }, reader));
	}

	/** Names a conversation by hand; an empty name gives it the first question's again. */
	rename(id: string, title: string): Promise<void> {
		return this.store.change(id, { type: "titled", title });
	}

	pin(id: string, pinned: boolean): Promise<void> {
		return this.store.change(id, { type: "pinned", pinned });
	}

	/** Takes a conversation out of every list; nothing is erased. */
	delete(id: string): Promise<void> {
		return this.store.change(id, { type: "deleted", message: null });
	}

	/** The undoing of that. */
	restore(id: string): Promise<void> {
		return this.store.change(id, { type: "restored", message: null });
	}
}

/** Pinned ones first, then this workspace's, the latest of each first. */
export function compareSummaries(a: ConversationSummary, b: ConversationSummary): number {
	return Number(b.pinned) - Number(a.pinned) || Number(b.here) - Number(a.here) || b.latestAt - a.latestAt;
}

/** Whether a title, questions and answers have all the words of a search, as `searchWords` gives them. */
export function matchesSearch({ searched: { title, text } }: ConversationSummary, words: readonly string[]): boolean {
	return words.every((word) => title.includes(word) || text.includes(word));
}

/** @param room characters of its questions and answers that are kept. */
function summaryOf(conversation: Conversation, here: boolean, room: number): ConversationSummary | undefined {
	const { id, pinned, deleted } = conversation;
	const branch = conversation.branch();
	const last = branch.at(-1);
	if (deleted || !last) return undefined;
	const latestAt = last.role === "assistant" ? (last.endedAt ?? last.at) : last.at;
	const title = conversationTitle(conversation);
	const { text, cut } = textOf([...branch, ...conversation.besideBranch()], room);
	const searched = { title: searchable(title), text: searchable(text) };
	return { id, title, pinned, here, latestAt, text, cut, searched };
}

function textOf(messages: readonly Message[], room: number): { readonly text: string; readonly cut: boolean } {
	const texts: string[] = [];
	let left = room;
	for (const { text } of messages) {
		if (text.length > left) {
			texts.push(text.slice(0, Math.max(0, left)));
			return { text: texts.join("\n").slice(0, room), cut: true };
		}
		texts.push(text);
		left -= text.length + 1;
	}
	return { text: texts.join("\n"), cut: false };
}

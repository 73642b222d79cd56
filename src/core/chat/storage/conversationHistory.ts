import type { Message } from "../../../shared/conversation";
import { limits } from "../../../shared/untrusted/limits";
import { conversationTitle } from "../conversation/conversationTitle";
import type { Conversation } from "../conversation/loadedConversation";
import { searchable } from "../conversation/textSearch";
import type { ConversationStore } from "./conversationStore";

/** An entry of the list of conversations. */
export interface ConversationSummary {
	readonly id: string;
	readonly title: string;
	readonly pinned: boolean;
	/** Whether this workspace has shown it. */
	readonly here: boolean;
	/** The time of its last message, in milliseconds since the epoch; naming and pinning do not count. */
	readonly latestAt: number;
	/** Every question and answer that was not deleted: the visible branch's, then the others', up to the limit. */
	readonly text: string;
	/** Whether there is more text, which a search does not find. */
	readonly cut: boolean;
	/**
	 * The text and the title, prepared for searching: done once, because every keystroke of a search goes through all
	 * of them.
	 */
	readonly searched: SearchedTexts;
}

interface SearchedTexts {
	readonly title: string;
	readonly text: string;
}

/** Number of conversations that are read at the same time. */
const readers = 8;

/**
 * All conversations, as their files describe them. Nothing is cached between two reads, so nothing can become stale.
 */
export class ConversationHistory {
	constructor(private readonly store: ConversationStore) {}

	/**
	 * Reads all conversations that have a question and are not deleted: this workspace's first, starting with the one
	 * shown last, then the others in no particular order.
	 *
	 * @param found is called with each conversation once it has been read.
	 * @param unreadable is called for each one that cannot be read; the others are read nevertheless.
	 * @throws the file system's error when the conversations cannot even be listed.
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

	/** Sets the name of a conversation; an empty name restores the one taken from the first question. */
	rename(id: string, title: string): Promise<void> {
		return this.store.change(id, { type: "titled", title });
	}

	pin(id: string, pinned: boolean): Promise<void> {
		return this.store.change(id, { type: "pinned", pinned });
	}

	/** Removes a conversation from every list; nothing is erased. */
	delete(id: string): Promise<void> {
		return this.store.change(id, { type: "deleted", message: null });
	}

	/** Undoes a deletion. */
	restore(id: string): Promise<void> {
		return this.store.change(id, { type: "restored", message: null });
	}
}

/** Compares two conversations: pinned ones first, then this workspace's, newest first within each group. */
export function compareSummaries(a: ConversationSummary, b: ConversationSummary): number {
	return Number(b.pinned) - Number(a.pinned) || Number(b.here) - Number(a.here) || b.latestAt - a.latestAt;
}

/** Returns whether a conversation's title and text contain all words of a search, as `searchWords` returns them. */
export function matchesSearch({ searched: { title, text } }: ConversationSummary, words: readonly string[]): boolean {
	return words.every((word) => title.includes(word) || text.includes(word));
}

/** @param room the maximum number of characters to keep of its questions and answers. */
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

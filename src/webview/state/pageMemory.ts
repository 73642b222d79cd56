import type { QueuedQuestion } from "../../shared/chatProtocol";
import type { Message } from "../../shared/conversation";
import { type Draft, emptyDraft, isEmptyDraft, readDraft, type SavedDraft, withDraft } from "../../shared/draft";
import { Listeners } from "../listeners";

/** The part of VS Code's webview API that keeps a value while the page is hidden, reloaded or restarted. */
export interface StateKeeper {
	getState(): unknown;
	setState(state: unknown): void;
}

interface Kept {
	/** The latest draft is last; empty ones come first. */
	readonly drafts: readonly SavedDraft[];
	/** The reader's position; `top` is null while following the bottom. */
	readonly scroll: { readonly conversation: string; readonly top: number | null };
	/** The answers whose reasoning is expanded. */
	readonly open: readonly string[];
}

/** The page's persistent state: the drafts, the scroll position, and the expanded details. */
export class PageMemory {
	/** Fires when a draft has changed; it is empty after it was sent or discarded. */
	readonly onDidChangeDraft = new Listeners<[draft: SavedDraft]>();
	readonly #keeper: StateKeeper;
	#kept: Kept;

	constructor(keeper: StateKeeper) {
		this.#keeper = keeper;
		this.#kept = read(keeper.getState());
	}

	/** @param place the `place` of a kept draft. */
	draft(place: string): Draft {
		return this.#draftIn(place) ?? emptyDraft;
	}

	setDraft(place: string, { text, model }: Draft): void {
		const { text: before, model: modelBefore } = this.draft(place);
		if (text === before && model === modelBefore) return;
		// Later than the time of the previous draft, even within a millisecond or after the clock was set back.
		const at = Math.max(Date.now(), (this.#draftIn(place)?.at ?? 0) + 1);
		const draft: SavedDraft = { place, text, model, at };
		this.#update({ drafts: withDraft(this.#kept.drafts, draft) });
		this.onDidChangeDraft.emit(draft);
	}

	/**
	 * Takes over the host's drafts that are newer: VS Code writes the page's state once a minute, so it may be lost, or
	 * still hold a draft that was sent.
	 */
	restoreDrafts(drafts: readonly SavedDraft[]): void {
		const later = drafts.filter(({ place, at }) => {
			const own = this.#draftIn(place);
			return !own || own.at < at;
		});
		if (later.length > 0) this.#update({ drafts: later.reduce(withDraft, this.#kept.drafts) });
	}

	/**
	 * Drops a draft that has become the conversation's last question, or a queued one: the page that sent it was disposed
	 * of before the host's reply. A draft that repeats that question is dropped too; Up recalls it.
	 */
	forgetAsked(conversation: string, messages: readonly Message[], queue: readonly QueuedQuestion[]): void {
		const questions = messages.filter(({ role }) => role === "user");
		const asked = [...questions.slice(-1), ...queue].map(({ text }) => text.trim());
		// The draft of a conversation that has not begun belongs to this one only while this one has a single question.
		const places = questions.length > 1 ? [conversation] : [conversation, ""];
		for (const place of places) if (asked.includes(this.draft(place).text.trim())) this.setDraft(place, emptyDraft);
	}

	/**
	 * Returns the scroll position in this conversation; null for the bottom, and for a conversation that was not shown
	 * before.
	 */
	scrollTop(conversation: string): number | null {
		const { scroll } = this.#kept;
		return scroll.conversation === conversation ? scroll.top : null;
	}

	setScrollTop(conversation: string, top: number | null): void {
		const { scroll } = this.#kept;
		if (scroll.conversation !== conversation || scroll.top !== top) this.#update({ scroll: { conversation, top } });
	}

	isOpen(answer: string): boolean {
		return this.#kept.open.includes(answer);
	}

	setOpen(answer: string, open: boolean): void {
		if (open === this.isOpen(answer)) return;
		const others = this.#kept.open.filter((id) => id !== answer);
		this.#update({ open: open ? [...others, answer].slice(-maxOpen) : others });
	}

	/** Returns the text of a question that is being edited; null if it is not. */
	editOf(question: string): string | null {
		const draft = this.#draftIn(question);
		return draft && !isEmptyDraft(draft) ? draft.text : null;
	}

	/** Saves the text of a question that is being edited; null ends the edit. */
	setEdit(question: string, text: string | null): void {
		this.setDraft(question, { text: text ?? "", model: null });
	}

	#draftIn(place: string): SavedDraft | undefined {
		return this.#kept.drafts.find((draft) => draft.place === place);
	}

	#update(part: Partial<Kept>): void {
		this.#kept = { ...this.#kept, ...part };
		this.#keeper.setState(this.#kept);
	}
}

/** Maximum number of expanded answers; the oldest ones are collapsed, so that the state stays small. */
const maxOpen = 50;

/** Reads a state that an earlier version may have saved, or that does not exist. */
function read(state: unknown): Kept {
	const { drafts, scroll, open } = asRecord(state);
	const { conversation, top } = asRecord(scroll);
	return {
		drafts: Array.isArray(drafts) ? drafts.flatMap((draft) => readDraft(draft) ?? []) : [],
		scroll: {
			conversation: typeof conversation === "string" ? conversation : "",
			top: typeof top === "number" ? top : null,
		},
		open: Array.isArray(open) ? open.filter((id) => typeof id === "string") : [],
	};
}

function asRecord(value: unknown): Record<string, unknown> {
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

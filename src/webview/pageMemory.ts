import { type Draft, emptyDraft, type KeptDraft, readDraft, withDraft } from "../shared/draft";
import { Listeners } from "./listeners";

/** The part of VS Code's webview API that keeps a value through hiding, reloading and restarting. */
export interface StateKeeper {
	getState(): unknown;
	setState(state: unknown): void;
}

interface Kept {
	/** The latest last. */
	readonly drafts: readonly KeptDraft[];
	/** Where the reader was; `top` null while following the bottom. */
	readonly scroll: { readonly conversation: string; readonly top: number | null };
	/** The answers whose reasoning is unfolded. */
	readonly open: readonly string[];
}

/** What the page keeps of itself: the drafts, the scroll place, the open details. */
export class PageMemory {
	/** Fires when a draft was written; an empty one when it was sent, or taken back. */
	readonly onDidChangeDraft = new Listeners<[draft: KeptDraft]>();
	readonly #keeper: StateKeeper;
	#kept: Kept;

	constructor(keeper: StateKeeper) {
		this.#keeper = keeper;
		this.#kept = read(keeper.getState());
	}

	/** @param place as with a kept draft. */
	draft(place: string): Draft {
		return this.#draftIn(place) ?? emptyDraft;
	}

	setDraft(place: string, { text, model }: Draft): void {
		const { text: before, model: modelBefore } = this.draft(place);
		if (text === before && model === modelBefore) return;
		const draft: KeptDraft = { place, text, model, at: Date.now() };
		this.#keep({ drafts: withDraft(this.#kept.drafts, draft) });
		this.onDidChangeDraft.emit(draft);
	}

	/** Takes in what the host has kept: where VS Code has lost a page's state, that is more. */
	restoreDrafts(drafts: readonly KeptDraft[]): void {
		const later = drafts.filter(({ place, at }) => {
			const own = this.#draftIn(place);
			return !own || own.at < at;
		});
		if (later.length > 0) this.#keep({ drafts: later.reduce(withDraft, this.#kept.drafts) });
	}

	/** The scroll place in this conversation; null for the bottom, and for a conversation that was not shown before. */
	scrollTop(conversation: string): number | null {
		const { scroll } = this.#kept;
		return scroll.conversation === conversation ? scroll.top : null;
	}

	setScrollTop(conversation: string, top: number | null): void {
		const { scroll } = this.#kept;
		if (scroll.conversation !== conversation || scroll.top !== top) this.#keep({ scroll: { conversation, top } });
	}

	isOpen(answer: string): boolean {
		return this.#kept.open.includes(answer);
	}

	setOpen(answer: string, open: boolean): void {
		if (open === this.isOpen(answer)) return;
		const others = this.#kept.open.filter((id) => id !== answer);
		this.#keep({ open: open ? [...others, answer].slice(-maxOpen) : others });
	}

	/** The words of a question that is being edited; null when it is not. */
	editOf(question: string): string | null {
		return this.#draftIn(question)?.text ?? null;
	}

	/** Keeps the words of a question that is being edited; null ends it. */
	setEdit(question: string, text: string | null): void {
		this.setDraft(question, { text: text ?? "", model: null });
	}

	#draftIn(place: string): KeptDraft | undefined {
		return this.#kept.drafts.find((draft) => draft.place === place);
	}

	#keep(part: Partial<Kept>): void {
		this.#kept = { ...this.#kept, ...part };
		this.#keeper.setState(this.#kept);
	}
}

/** Enough for what one looks at; the oldest fold up again, so that what is kept stays small for ever. */
const maxOpen = 50;

/** Reads what an earlier version, or nobody, may have left. */
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

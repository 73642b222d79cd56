import { limits } from "./untrusted/limits";

/** A question that has not been sent yet. */
export interface Draft {
	readonly text: string;
	/** The model for this question; null for the chosen one. */
	readonly model: string | null;
}

/** A draft and where it was written. */
export interface SavedDraft extends Draft {
	/**
	 * The conversation's id, empty for any conversation without a question yet; for an edited question, the id of the
	 * original.
	 */
	readonly place: string;
	/** When it was written, by the page's clock, in milliseconds since the epoch. */
	readonly at: number;
}

export const emptyDraft: Draft = { text: "", model: null };

/** Maximum number of drafts that are kept, and of places that were emptied. */
export const mostDrafts = 30;

/** Returns whether a draft has no text and no model, as after it was sent. */
export function isEmptyDraft({ text, model }: Draft): boolean {
	return text === "" && model === null;
}

/** Reads a draft that came from outside; returns `undefined` when it is invalid. */
export function readDraft(value: unknown): SavedDraft | undefined {
	if (typeof value !== "object" || value === null) return undefined;
	const { place, text, model, at } = value as Record<string, unknown>;
	if (typeof place !== "string" || typeof text !== "string" || place.length > limits.messageLength) return undefined;
	return {
		place,
		text,
		model: typeof model === "string" && model.length <= limits.messageLength ? model : null,
		at: typeof at === "number" && Number.isFinite(at) ? at : 0,
	};
}

/**
 * Returns the drafts with one added or replaced, latest last. An empty draft is kept too, before the others: its time
 * shows that a draft in an older copy, of the page or of the host, has been sent or discarded since.
 */
export function withDraft(drafts: readonly SavedDraft[], draft: SavedDraft): readonly SavedDraft[] {
	return limitedDrafts([...drafts.filter(({ place }) => place !== draft.place), draft]);
}

/** Returns the latest of the empty drafts, then the latest of the others. */
export function limitedDrafts(drafts: readonly SavedDraft[]): readonly SavedDraft[] {
	const written = drafts.filter((draft) => !isEmptyDraft(draft));
	return [...drafts.filter(isEmptyDraft).slice(-mostDrafts), ...written.slice(-mostDrafts)];
}

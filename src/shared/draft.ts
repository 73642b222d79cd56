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

/** Maximum number of drafts that are kept. */
export const mostDrafts = 30;

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

/** Returns the drafts with one added or replaced, latest last; an empty draft removes the one in its place. */
export function withDraft(drafts: readonly SavedDraft[], draft: SavedDraft): readonly SavedDraft[] {
	const others = drafts.filter(({ place }) => place !== draft.place);
	const isEmpty = draft.text === "" && draft.model === null;
	return isEmpty ? others : [...others, draft].slice(-mostDrafts);
}

import { limits } from "./untrusted/limits";

/** A question that has not been sent yet. */
export interface Draft {
	readonly text: string;
	/** The model that shall answer this one question; null for the chosen one. */
	readonly model: string | null;
}

/** A draft and where it was written. */
export interface KeptDraft extends Draft {
	/**
	 * The conversation's id, empty for one that has not begun, whichever that is; for a question in other words, the id of
	 * the one that is edited.
	 */
	readonly place: string;
	/** When it was written, by the page's clock, in milliseconds since the epoch. */
	readonly at: number;
}

export const emptyDraft: Draft = { text: "", model: null };

/** Enough for what one has begun and means to send. */
export const mostDrafts = 30;

/** Reads a draft that came from outside; `undefined` when it is none. */
export function readDraft(value: unknown): KeptDraft | undefined {
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

/** The drafts with another in its place, the latest last; an empty one takes that one away. */
export function withDraft(drafts: readonly KeptDraft[], draft: KeptDraft): readonly KeptDraft[] {
	const others = drafts.filter(({ place }) => place !== draft.place);
	const isEmpty = draft.text === "" && draft.model === null;
	return isEmpty ? others : [...others, draft].slice(-mostDrafts);
}

import { type KeptDraft, mostDrafts, readDraft, withDraft } from "../../shared/draft";
import type { StateStore } from "../base/ports";

const stateKey = "gatehouse.drafts";

/** A longer one is left to the page, in characters. */
const longest = 100_000;

/**
 * The page's drafts once more. The page has them in its own state at once, but VS Code writes that down once a minute: a
 * page that the browser reloads, or a window that dies, would come back without what was written last.
 */
export class DraftStore {
	/** @param state the workspace's own. */
	constructor(private readonly state: StateStore) {}

	/** The latest last. */
	get drafts(): readonly KeptDraft[] {
		const value = this.state.get(stateKey);
		const drafts = Array.isArray(value) ? value.slice(-mostDrafts).flatMap((draft) => readDraft(draft) ?? []) : [];
		return drafts.filter(({ text }) => text.length <= longest);
	}

	/** Keeps a draft; an empty one is forgotten. */
	async keep(draft: KeptDraft): Promise<void> {
		if (draft.text.length <= longest) await this.state.set(stateKey, withDraft(this.drafts, draft));
	}
}

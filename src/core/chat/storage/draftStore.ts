import { limitedDrafts, mostDrafts, readDraft, type SavedDraft, withDraft } from "../../../shared/draft";
import type { StateStore } from "../../base/ports";

const stateKey = "gatehouse.drafts";

/** Maximum length of a draft that is stored here, in characters; longer ones are left to the page. */
const longest = 100_000;

/**
 * A second copy of the page's drafts. The page saves them in its own state at once, but VS Code writes that to the disk
 * once a minute: when the browser reloads the page, or a window is killed, the latest text would be lost.
 */
export class DraftStore {
	/** @param state the workspace's state. */
	constructor(private readonly state: StateStore) {}

	/** The drafts, the latest last; before them, the empty entries of drafts that were sent or discarded. */
	get drafts(): readonly SavedDraft[] {
		const value = this.state.get(stateKey);
		const stored = Array.isArray(value) ? value.slice(-2 * mostDrafts) : [];
		return limitedDrafts(
			stored.flatMap((draft) => readDraft(draft) ?? []).filter(({ text }) => text.length <= longest),
		);
	}

	/** Saves a draft; an empty one replaces a draft that was sent or discarded. */
	async save(draft: SavedDraft): Promise<void> {
		if (draft.text.length <= longest) await this.state.set(stateKey, withDraft(this.drafts, draft));
	}
}

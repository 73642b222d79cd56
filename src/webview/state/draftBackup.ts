import type { SavedDraft } from "../../shared/draft";

/** Delay between the first change and the backup, in milliseconds. */
const backupAfter = 150;

/** Sends the latest draft of each conversation to the host, a few times per second at most. */
export class DraftBackup {
	readonly #waiting = new Map<string, SavedDraft>();
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly save: (draft: SavedDraft) => void) {}

	changed(draft: SavedDraft): void {
		this.#waiting.set(draft.place, draft);
		this.#timer ??= setTimeout(() => this.flush(), backupAfter);
	}

	/** Sends all waiting drafts immediately, because the page may be disposed of. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		for (const draft of this.#waiting.values()) this.save(draft);
		this.#waiting.clear();
	}
}

import type { KeptDraft } from "../shared/draft";

/** So many milliseconds after the first change it is told. */
const tellAfter = 150;

/** Tells the host what is written, the latest of each place, a few times a second at most. */
export class DraftBackup {
	readonly #waiting = new Map<string, KeptDraft>();
	#timer: ReturnType<typeof setTimeout> | undefined;

	constructor(private readonly keep: (draft: KeptDraft) => void) {}

	changed(draft: KeptDraft): void {
		this.#waiting.set(draft.place, draft);
		this.#timer ??= setTimeout(() => this.flush(), tellAfter);
	}

	/** Tells what waits at once: the page may be thrown away. */
	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		for (const draft of this.#waiting.values()) this.keep(draft);
		this.#waiting.clear();
	}
}

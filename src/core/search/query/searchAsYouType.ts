import { Debounce } from "../../../shared/debounce";
import type { Clock } from "../../base/ports";
import { parseQuery } from "../model/searchQuery";
import type { OnInterim, SearchResult } from "../model/semanticIndex";

/** The state of a search while the user types. */
export type TypedState =
	| { readonly type: "empty" }
	/** There are filters, but no text to search for. */
	| { readonly type: "filtersAlone" }
	| { readonly type: "searching"; readonly text: string }
	| ({ readonly type: "found" } & SearchResult)
	| { readonly type: "failed"; readonly error: unknown };

/** Debounce delay while the user types, in milliseconds. */
const pause = 250;

/** Searches while the user types: after a pause, and only for the latest text. */
export class SearchAsYouType {
	readonly #later: Debounce;
	#abort = new AbortController();
	/** The text that was typed and has no result yet. */
	#open: string | undefined;

	constructor(
		private readonly search: (typed: string, signal: AbortSignal, onInterim: OnInterim) => Promise<SearchResult>,
		clock: Clock,
		private readonly show: (state: TypedState) => void,
	) {
		this.#later = new Debounce(clock, { quiet: pause }, () => void this.#run());
	}

	/** Sets the text. The previous results are shown until there are new ones. */
	type(text: string): void {
		// VS Code also reports a text that was set by code.
		if (text === this.#open) return;
		this.dispose();
		if (parseQuery(text).text === "") {
			this.show({ type: text.trim() === "" ? "empty" : "filtersAlone" });
			return;
		}
		this.#open = text;
		this.#later.call();
	}

	/**
	 * Searches for the new text immediately, for a user who types and presses Enter at once. @returns whether the
	 * result is pending.
	 */
	searchNow(): boolean {
		this.#later.flush();
		return this.#open !== undefined;
	}

	/** Ends the current search. */
	dispose(): void {
		this.#later.dispose();
		this.#open = undefined;
		this.#abort.abort();
	}

	async #run(): Promise<void> {
		const text = this.#open;
		if (text === undefined) return;
		this.#abort = new AbortController();
		const { signal } = this.#abort;
		this.show({ type: "searching", text });
		const onInterim = (result: SearchResult) => {
			if (signal.aborted) return;
			// A user who continues now gets these results.
			this.#open = undefined;
			this.show({ type: "found", ...result });
		};
		let state: TypedState;
		try {
			state = { type: "found", ...(await this.search(text, signal, onInterim)) };
		} catch (error) {
			state = { type: "failed", error };
		}
		if (signal.aborted) return;
		this.#open = undefined;
		this.show(state);
	}
}

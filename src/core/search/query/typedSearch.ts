import { Debounce } from "../../base/debounce";
import type { Clock } from "../../base/ports";
import type { OnInterim, SearchResult } from "../model/searchIndex";
import { parseQuery } from "../model/searchQuery";

/** What the search of what is being typed has come to. */
export type TypedState =
	| { readonly type: "empty" }
	/** Filters without anything to look for. */
	| { readonly type: "filtersAlone" }
	| { readonly type: "searching"; readonly text: string }
	| ({ readonly type: "found" } & SearchResult)
	| { readonly type: "failed"; readonly error: unknown };

/** Who types on is not searched for yet, in milliseconds. */
const pause = 250;

/** Searches while one types: when one pauses, and with the latest text alone. */
export class TypedSearch {
	readonly #later: Debounce;
	#abort = new AbortController();
	/** What was typed and has no answer yet. */
	#open: string | undefined;

	constructor(
		private readonly search: (typed: string, signal: AbortSignal, onInterim: OnInterim) => Promise<SearchResult>,
		clock: Clock,
		private readonly show: (state: TypedState) => void,
	) {
		this.#later = new Debounce(clock, { quiet: pause }, () => void this.#run());
	}

	/** The text is another now. What was found for the last one stays shown until there is something new. */
	type(text: string): void {
		// VS Code tells of a text that it was given, too.
		if (text === this.#open) return;
		this.dispose();
		if (parseQuery(text).text === "") {
			this.show({ type: text.trim() === "" ? "empty" : "filtersAlone" });
			return;
		}
		this.#open = text;
		this.#later.call();
	}

	/** Who types and goes on at once means the new text: has it searched for now. @returns whether its answer is yet to come. */
	hurry(): boolean {
		this.#later.flush();
		return this.#open !== undefined;
	}

	/** Ends what is under way. */
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
			// Who goes on takes what is there.
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

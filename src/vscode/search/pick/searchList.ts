import { Disposables } from "../../../core/base/disposables";
import { loggedError } from "../../../core/gateway/errors/loggedError";
import type { BuildState } from "../../../core/search/model/buildState";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import { parseQuery } from "../../../core/search/model/searchQuery";
import type { FoundChunk } from "../../../core/search/model/vectorSearch";
import { SearchAsYouType, type TypedState } from "../../../core/search/query/searchAsYouType";
import { placeOf } from "../../../core/search/query/searchResultText";
import type { Disposable } from "../../../shared/disposable";
import { inertLine } from "../../../shared/untrusted/inertText";
import type { InertQuickPick } from "../../adapters/messages";
import { logFailure } from "../../logFailure";
import type { WorkspaceSearch } from "../index/workspaceSearch";
import { buildItem, type SearchResultItem, searchingItem, searchResultItems } from "./searchResultItems";
import { SearchResultRows } from "./searchResultRows";
import { searchTitle } from "./searchTitle";

/** The parts of the workspace's search that the list uses. */
export type Searched = Pick<WorkspaceSearch, "builder" | "clock" | "facts" | "find" | "log" | "recent">;

/** Maximum number of places; more would not help the user. */
const most = 50;

/** The content of an open search: the state of the index, and the results for the typed text. */
export class SearchList implements Disposable {
	/** Settles when the state of the index is known. */
	readonly known: Promise<void>;
	readonly #disposables = new Disposables();
	readonly #rows: SearchResultRows;
	readonly #typed: SearchAsYouType;
	/** The places added to the chat. */
	readonly #added = new Set<string>();
	#state: TypedState = { type: "empty" };
	/** The last query, and whether the user waits for its result. */
	#asked = "";
	#isAwaited = false;
	#facts: IndexFacts | undefined;
	/** Whether the index is known not to exist. */
	#isNone = false;
	#announcedState: BuildState["type"];

	/** @param facts the facts about the index, which may take some time; `undefined` while there is none. */
	constructor(
		private readonly pick: InertQuickPick<SearchResultItem>,
		private readonly search: Searched,
		facts: Promise<IndexFacts | undefined>,
	) {
		const { builder, clock } = search;
		this.#announcedState = builder.state.type;
		this.#rows = new SearchResultRows(pick);
		this.#typed = this.#disposables.add(
			new SearchAsYouType(
				async (text, signal, onInterim) => {
					await this.known;
					signal.throwIfAborted();
					return search.find(parseQuery(text), most, signal, onInterim);
				},
				clock,
				(state) => this.#show(state),
			),
		);
		this.#disposables.add(builder.onDidChange(() => this.#follow()));
		this.#nameIt();
		this.known = this.#lookAgain(true, facts);
		this.known.catch(this.#onError);
	}

	/** The row that the user has selected since they typed. */
	get goneTo(): SearchResultItem | undefined {
		return this.#rows.goneTo;
	}

	/** The query of the current results, if there are any. */
	get found(): string | undefined {
		return this.#state.type === "found" && this.#state.chunks.length > 0 ? this.#asked : undefined;
	}

	/** Handles a change of the typed text. */
	type(): void {
		// Another window may have built an index.
		if (this.#isNone) this.#refresh(false);
		this.#typed.type(this.pick.value);
	}

	/** Searches for the typed text immediately, and shows that. @returns whether the result is still pending. */
	searchNow(): boolean {
		this.#isAwaited = this.#typed.searchNow();
		this.#draw();
		return this.#isAwaited;
	}

	/** Marks a place as added to the chat. */
	markAdded(chunk: FoundChunk): void {
		this.#added.add(placeOf(chunk));
		this.#draw();
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	#show(state: TypedState): void {
		this.#state = state;
		if (state.type === "searching") this.#asked = state.text;
		else this.#isAwaited = false;
		if (state.type === "failed") logFailure(state.error, this.search.log);
		this.#draw();
	}

	#draw(): void {
		const { pick, search } = this;
		const state = this.#state;
		const isAskedAgain = state.type === "found" && state.keywordsAlone?.until !== undefined;
		pick.busy = !(this.#facts || this.#isNone) || state.type === "searching" || isAskedAgain;
		if (state.type === "searching") {
			// The previous results stay until new ones arrive, but must not be the target of a key.
			if (this.#isAwaited) this.#rows.show([searchingItem(this.#asked)]);
			return;
		}
		const toBuild =
			this.#isBuildDue && (state.type === "empty" || this.#isNone)
				? [buildItem(this.#facts, search.builder.state.type === "paused")]
				: [];
		const context = {
			asked: this.#asked,
			added: this.#added,
			recent: search.recent.texts,
			incomplete: this.#isIncomplete,
		};
		this.#rows.show([...toBuild, ...searchResultItems(state, context)]);
	}

	/** Whether contents are missing; refused ones do not count, because they are not waiting to be embedded. */
	get #isIncomplete(): boolean {
		const facts = this.#facts;
		return facts !== undefined && facts.missing > (facts.refused?.contents ?? 0);
	}

	get #isBuildDue(): boolean {
		const { type } = this.search.builder.state;
		return this.#isNone || (this.#isIncomplete && type !== "running" && type !== "elsewhere");
	}

	#nameIt(): void {
		this.pick.title = inertLine(
			searchTitle(this.search.builder.state, this.#isNone ? "none" : this.#isIncomplete ? "incomplete" : "complete"),
		);
	}

	#follow(): void {
		this.#nameIt();
		const before = this.#announcedState;
		this.#announcedState = this.search.builder.state.type;
		// Progress alone changes nothing in the list. An unchanged state may hide a whole run without any notification.
		if (this.#announcedState !== "running" || before !== "running") this.#refresh(true);
	}

	#refresh(isDue: boolean): void {
		this.#lookAgain(isDue).catch(this.#onError);
	}

	/** @param isDue whether to draw even if there is still no index. */
	async #lookAgain(isDue: boolean, now = this.search.facts()): Promise<void> {
		const wasNone = this.#isNone;
		this.#facts = await now;
		this.#isNone = !this.#facts;
		this.#nameIt();
		if (this.#facts || isDue) this.#draw();
		// Searches for the same text again, by meaning from now on, or by keywords alone.
		if (wasNone !== this.#isNone) this.#typed.type(this.pick.value);
	}

	readonly #onError = (error: unknown) =>
		this.search.log.warn(`The state of the index is not shown: ${loggedError(error)}`);
}

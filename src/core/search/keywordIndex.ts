import { PendingChanges } from "./building/pendingChanges";
import { readFiles, type WorkspaceFiles } from "./building/readFiles";
import type { IndexOwner } from "./model/embeddingTarget";
import type { IndexStore } from "./model/indexStore";
import type { SearchQuery } from "./model/searchQuery";
import { BuiltElsewhereError, type SearchResult } from "./model/semanticIndex";
import type { FoundChunk } from "./model/vectorSearch";
import { SharedStore } from "./sharedStore";

/** The owner of the keyword index: no gateway has an empty address. */
export const keywordOwner: IndexOwner = { href: "", model: "" };

interface KeywordIndexDeps {
	readonly files: WorkspaceFiles;
	/** Opens the index, or creates it if `make` is set; returns `undefined` when there is none. */
	open(make: boolean): Promise<IndexStore | undefined>;
}

/**
 * The index of a workspace for which the user has not agreed to embeddings: it finds chunks by their keywords alone.
 * Nothing is sent, so it is built without asking, with the first search; each later search first reads what has
 * changed.
 */
export class KeywordIndex {
	readonly #store: SharedStore;
	readonly #due = new PendingChanges();
	#abort = new AbortController();
	#updating: Promise<void> | undefined;

	constructor(private readonly deps: KeywordIndexDeps) {
		this.#store = new SharedStore(deps.open);
		// Changes since the index was last open are unknown.
		this.#due.add("all");
	}

	/** Records which files were changed, added or deleted; `"all"` if they are unknown. */
	follow(changes: readonly string[] | "all"): void {
		this.#due.add(changes);
	}

	/**
	 * Finds chunks by keywords. While another window updates the index, searches what is there.
	 *
	 * @throws UserError when this VS Code has no SQLite with FTS5, or the file is damaged; the signal's reason.
	 */
	async search(query: SearchQuery, limit: number, signal: AbortSignal): Promise<SearchResult> {
		await untilAborted(this.#update(), signal);
		if (query.text === "") return { chunks: [] };
		const chunks = await (await this.#store.get(true))?.vectors.findChunks({ query, limit });
		signal.throwIfAborted();
		return { chunks: chunks ?? [] };
	}

	/** Finds chunks as `SharedStore.findKnown`. */
	findKnown(query: SearchQuery, limit: number): Promise<readonly FoundChunk[]> {
		return this.#store.findKnown(query, limit);
	}

	/** Ends the current work, closes the file and frees the memory; the next search opens it again. */
	async close(): Promise<void> {
		this.#abort.abort();
		this.#abort = new AbortController();
		this.#due.add("all");
		await this.#store.close();
	}

	/** Reads what has changed, once for all searches that wait for it; a search that is cancelled does not stop it. */
	#update(): Promise<void> {
		this.#updating ??= this.#readChanges(this.#abort.signal).finally(() => {
			this.#updating = undefined;
		});
		return this.#updating;
	}

	async #readChanges(signal: AbortSignal): Promise<void> {
		if (!this.#due.any) return;
		try {
			await this.#store.withLock(true, (store) =>
				this.#due.take((paths) => {
					const { files } = this.deps;
					const folders = files.folders().map(({ id }) => id);
					const within = paths === "all" ? undefined : paths;
					return readFiles({ store, files, folders, kept: folders, within }, signal, () => {});
				}),
			);
		} catch (error) {
			// The changes stay pending.
			if (!(error instanceof BuiltElsewhereError)) throw error;
		}
	}
}

/** Returns what a promise resolves to, unless the signal is aborted first. @throws the signal's reason. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	signal.throwIfAborted();
	const { promise: aborted, reject } = Promise.withResolvers<never>();
	const stop = () => reject(signal.reason);
	signal.addEventListener("abort", stop);
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

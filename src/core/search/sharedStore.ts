import type { IndexStore } from "./model/indexStore";
import type { SearchQuery } from "./model/searchQuery";
import { BuiltElsewhereError } from "./model/semanticIndex";
import type { FoundChunk } from "./model/vectorSearch";

/**
 * The store of one index: opened on its first use, shared by all concurrent users, and opened again if it has ended.
 */
export class SharedStore {
	#opening: Promise<IndexStore | undefined> | undefined;
	/** The number of runs that keep other windows from building. */
	#holders = 0;
	#kept = true;

	/** @param open opens the index, or creates it if `make` is set; `undefined` when there is none. */
	constructor(private readonly open: (make: boolean) => Promise<IndexStore | undefined>) {}

	/**
	 * Returns the store; `undefined` when there is no index and none should be created. @throws the error of opening
	 * it.
	 */
	async get(make: boolean): Promise<IndexStore | undefined> {
		for (;;) {
			this.#opening ??= this.open(make);
			const opening = this.#opening;
			const store = await opening.catch((error: unknown) => {
				this.#forget(opening);
				throw error;
			});
			if (store && !store.ended) return store;
			this.#forget(opening);
			if (!store && !make) return undefined;
		}
	}

	/** Finds chunks by keywords in the index as it is, without reading what has changed; none if there is no index. */
	async findKnown(query: SearchQuery, limit: number): Promise<readonly FoundChunk[]> {
		return (await this.get(false))?.vectors.findChunks({ query, limit }) ?? [];
	}

	/**
	 * Keeps other windows from building until the run has ended; runs may be nested.
	 *
	 * @returns `undefined` when there is no index and none should be created.
	 * @throws BuiltElsewhereError; as `get`; what the run throws.
	 */
	async withLock<T>(make: boolean, run: (store: IndexStore) => Promise<T>): Promise<T | undefined> {
		this.#holders++;
		try {
			const store = await this.get(make);
			if (!store) return undefined;
			if (!(await store.catalogue.lock())) throw new BuiltElsewhereError();
			return await run(store);
		} finally {
			this.#holders--;
			await this.#release();
		}
	}

	/** Sets whether the store stays open; otherwise, it is closed as soon as no run needs it. */
	async setRetained(open: boolean): Promise<void> {
		this.#kept = open;
		if (!open && this.#holders === 0) await this.close();
	}

	async close(): Promise<void> {
		const opening = this.#opening;
		this.#opening = undefined;
		await (await opening?.catch(() => undefined))?.close();
	}

	async #release(): Promise<void> {
		if (!this.#kept) return this.setRetained(false);
		const store = await this.#opening?.catch(() => undefined);
		// A store that has ended, or is in use again, must not be unlocked.
		if (this.#holders === 0 && store && !store.ended) await store.catalogue.unlock().catch(() => {});
	}

	#forget(opening: Promise<IndexStore | undefined>): void {
		if (this.#opening === opening) this.#opening = undefined;
	}
}

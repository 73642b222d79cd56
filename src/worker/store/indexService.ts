import type { DatabaseSync } from "node:sqlite";
import { lockOf } from "../../core/search/model/indexFile";
import type {
	EmbeddedContent,
	FileEntry,
	FileToCut,
	FoundChunk,
	IndexFacts,
	IndexSize,
	IndexStore,
	MissingContent,
	MissingSample,
	RefusedContents,
	SearchRequest,
} from "../../core/search/model/indexStore";
import { languageOf } from "../../core/search/model/languages";
import { BuiltElsewhereError, IndexDamagedError, IndexDeletedError } from "../../core/search/model/searchIndex";
import type { IndexLocation } from "../../core/search/model/workerStart";
import { readAndCut, stampOf } from "../chunking/fileReader";
import type { SyntaxCutter } from "../chunking/syntaxTrees";
import { BuilderLock } from "./builderLock";
import { ChunkSearch } from "./chunkSearch";
import { ChunkTables, type ContentChange } from "./chunkTables";
import { IndexCounts } from "./indexCounts";
import {
	agreedContents,
	agreedFolders,
	agreeTo,
	databaseSize,
	isDamage,
	isMarkedDeleted,
	isPaused,
	loadSqlite,
	markDeleted,
	openIndexDatabase,
	removeDatabase,
	setPaused,
	transaction,
} from "./indexDatabase";
import { touchPrivate } from "./touchPrivate";
import { UnusedContents } from "./unusedContents";
import { VectorMemory } from "./vectorMemory";
import { VectorTables } from "./vectorTables";

/** An index in its file, in this thread. Everything but opening is done at once. */
export class IndexService implements IndexStore {
	readonly #chunks: ChunkTables;
	readonly #unused: UnusedContents;
	readonly #vectors: VectorTables;
	readonly #memory: VectorMemory;
	readonly #search: ChunkSearch;
	readonly #counts: IndexCounts;
	/** That of the index which is built here: another window may delete it, and begin another in the same file. */
	#generation: number;
	/** The stamps of the known files that were not listed yet. */
	#unlisted = new Map<string, string>();

	private constructor(
		private readonly db: DatabaseSync,
		private readonly location: IndexLocation,
		private readonly syntax: SyntaxCutter,
		private readonly builderLock: BuilderLock,
	) {
		this.#chunks = new ChunkTables(db);
		this.#unused = new UnusedContents(db);
		this.#vectors = new VectorTables(db);
		this.#generation = this.#vectors.generation;
		this.#memory = new VectorMemory(db, this.#vectors);
		this.#search = new ChunkSearch(db, this.#vectors, this.#memory);
		this.#counts = new IndexCounts(db);
	}

	/**
	 * Opens an index, or makes it when told to; `undefined` when there is none. A damaged file is removed.
	 *
	 * @throws IndexDamagedError unless it was to be made; BuiltElsewhereError where it is damaged while another window
	 *   builds it; SqliteMissingError; SQLite's own error.
	 */
	static async open(location: IndexLocation, syntax: SyntaxCutter, make: boolean): Promise<IndexService | undefined> {
		const { DatabaseSync: Database } = await loadSqlite();
		const lock = new BuilderLock(lockOf(location.file), (file) => {
			touchPrivate(file);
			return new Database(file, { timeout: 0 });
		});
		let db: DatabaseSync | undefined;
		try {
			db = await openIndexDatabase(location.file, location.model, make);
			return db && new IndexService(db, location, syntax, lock);
		} catch (error) {
			if (db?.isOpen) db.close();
			if (!isDamage(error)) throw error;
			removeDamaged(location.file, lock);
			if (make) return IndexService.open(location, syntax, make);
			throw new IndexDamagedError();
		}
	}

	get ended(): boolean {
		return !this.db.isOpen;
	}

	async beginListing(within?: readonly string[]): Promise<void> {
		this.#unused.noteUsed();
		this.#unlisted = this.#chunks.stamps(within);
	}

	async listed(files: readonly FileEntry[]): Promise<readonly string[]> {
		const changed = files.filter((file) => {
			const before = this.#unlisted.get(file.path);
			this.#unlisted.delete(file.path);
			return before === undefined || before !== stampOf(file);
		});
		return changed.map(({ path }) => path);
	}

	async endListing(except: readonly string[] = []): Promise<void> {
		const kept = (path: string) => except.some((folder) => path.startsWith(`${folder}/`));
		const gone = [...this.#unlisted.keys()].filter((path) => !kept(path));
		this.#unlisted.clear();
		if (gone.length === 0) return;
		this.#changeChunks((change) => {
			for (const path of gone) this.#chunks.remove(path, change);
		});
	}

	async cut(files: readonly FileToCut[]): Promise<void> {
		const grammars = new Set(files.flatMap(({ entry }) => languageOf(entry.path).grammar ?? []));
		await Promise.all([...grammars].map((grammar) => this.syntax.load(grammar)));
		const cut = files.map((file) => readAndCut(file, this.syntax)).filter((file) => !this.#chunks.isLeftOut(file));
		if (cut.length === 0) return;
		this.#changeChunks((change) => {
			for (const file of cut) this.#chunks.replace(file, change);
		});
	}

	async missing(after: number, limit: number, refusedToo: boolean): Promise<readonly MissingContent[]> {
		return this.#vectors.missing(after, limit, refusedToo);
	}

	async size(): Promise<IndexSize> {
		return this.#counts.size;
	}

	async countMissing(refusedToo: boolean): Promise<number> {
		return this.#vectors.countMissing(refusedToo);
	}

	async unfinishedFiles(refusedToo: boolean): Promise<number> {
		return this.#vectors.unfinishedFiles(refusedToo);
	}

	async refused(): Promise<RefusedContents | undefined> {
		return this.#vectors.refused();
	}

	async sample(count: number): Promise<MissingSample> {
		return this.#vectors.sample(count);
	}

	async keep(embedded: readonly EmbeddedContent[]): Promise<void> {
		const kept = this.#change(() => this.#vectors.keep(embedded));
		if (this.#memory.bytes === 0) return;
		for (const [id, vector] of kept) if (this.#chunks.isUsed(id)) this.#memory.set(id, vector);
	}

	async refuse(ids: readonly number[], cause: string): Promise<void> {
		this.#change(() => this.#vectors.refuse(ids, cause));
	}

	async agreed(): Promise<readonly string[]> {
		return agreedFolders(this.db);
	}

	async agreedContents(): Promise<number> {
		return agreedContents(this.db);
	}

	async agree(folders: readonly string[]): Promise<void> {
		this.#inBuilt(() => agreeTo(this.db, folders));
	}

	async paused(): Promise<boolean> {
		return isPaused(this.db);
	}

	async setPaused(paused: boolean): Promise<void> {
		setPaused(this.db, paused);
	}

	async markDeleted(): Promise<void> {
		markDeleted(this.db);
	}

	async prune(): Promise<void> {
		transaction(this.db, () => this.#vectors.dropSome(this.#unused.prune()));
	}

	async findChunks(request: SearchRequest): Promise<readonly FoundChunk[]> {
		this.#assertThere();
		return this.#search.findChunks(request);
	}

	async dimension(): Promise<number> {
		return this.#vectors.dimension;
	}

	async facts(): Promise<IndexFacts> {
		this.#assertThere();
		return {
			...this.#counts.current,
			dimension: this.#vectors.dimension,
			missing: this.#vectors.countMissing(true),
			leftOut: this.#chunks.leftOut(),
			refused: this.#vectors.refused(),
			bytesOnDisk: databaseSize(this.location.file),
			bytesInMemory: this.#memory.bytes,
		};
	}

	async lock(): Promise<boolean> {
		const wasHeld = this.builderLock.isHeld;
		if (!this.builderLock.take()) return false;
		// Who held it goes on with what it has read: what another window has begun since is not that.
		if (!wasHeld) this.#generation = this.#vectors.generation;
		this.#assertThere(this.#generation);
		return true;
	}

	async unlock(): Promise<void> {
		this.builderLock.release();
	}

	async close(): Promise<void> {
		this.builderLock.release();
		if (this.db.isOpen) this.db.close();
	}

	/** Lets the file go, which is damaged, and removes it. @throws BuiltElsewhereError; the file system's error. */
	async discard(): Promise<void> {
		try {
			if (this.builderLock.take()) markDeleted(this.db);
		} catch {
			// Other windows then meet the damage themselves.
		}
		if (this.db.isOpen) this.db.close();
		removeDamaged(this.location.file, this.builderLock);
	}

	/** @throws IndexDeletedError, and lets the file go. */
	#assertThere(generation = this.#vectors.generation): void {
		if (!isMarkedDeleted(this.db) && generation === this.#vectors.generation) return;
		this.builderLock.release();
		this.db.close();
		throw new IndexDeletedError();
	}

	#changeChunks(run: (change: ContentChange) => void): void {
		const change: ContentChange = { added: new Set(), dropped: new Set() };
		const unused = this.#change(() => {
			run(change);
			const unused = [...change.dropped].filter((id) => !this.#chunks.isUsed(id));
			this.#unused.change(unused, change.added);
			return unused;
		});
		this.#memory.change(change.added, unused);
	}

	#change<T>(run: () => T): T {
		return this.#inBuilt(() => {
			const result = run();
			this.#counts.noteChange();
			return result;
		});
	}

	/** Changes the index that is built here, and none that another window has begun in its file. @throws IndexDeletedError */
	#inBuilt<T>(run: () => T): T {
		return transaction(this.db, () => {
			this.#assertThere(this.#generation);
			return run();
		});
	}
}

/** A file that nobody could read is removed, unless another window builds it. @throws as `discard`. */
function removeDamaged(file: string, lock: BuilderLock): void {
	if (!lock.take()) throw new BuiltElsewhereError();
	try {
		removeDatabase(file);
	} finally {
		lock.release();
	}
}

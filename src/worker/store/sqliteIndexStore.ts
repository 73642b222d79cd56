import type { DatabaseSync } from "node:sqlite";
import type { IndexStore } from "../../core/search/model/indexStore";
import { IndexDamagedError } from "../../core/search/model/semanticIndex";
import { lockOf } from "../../core/search/model/sqliteIndexFile";
import type { IndexLocation } from "../../core/search/model/workerStart";
import type { SyntaxCutter } from "../chunking/syntaxTrees";
import { BuilderLock } from "./builderLock";
import { ChunkTables } from "./chunkTables";
import { isDamage, loadSqlite, openIndexDatabase, touchPrivate } from "./indexDatabase";
import { OpenSqliteIndex, removeDamaged } from "./openSqliteIndex";
import { SqliteCatalogue } from "./sqliteCatalogue";
import { SqliteChunker } from "./sqliteChunker";
import { SqliteVectorSearch } from "./sqliteVectorSearch";
import { UnusedContents } from "./unusedContents";
import { VectorMemory } from "./vectorMemory";

/** An index in its file, accessed from this thread. All except opening it and loading grammars is synchronous. */
export class SqliteIndexStore implements IndexStore {
	readonly catalogue: SqliteCatalogue;
	readonly chunker: SqliteChunker;
	readonly vectors: SqliteVectorSearch;

	private constructor(
		private readonly index: OpenSqliteIndex,
		syntax: SyntaxCutter,
	) {
		const { db, vectors } = index;
		const chunks = new ChunkTables(db);
		const unused = new UnusedContents(db);
		const memory = new VectorMemory(db, vectors);
		this.chunker = new SqliteChunker(index, { chunks, unused, memory, syntax });
		this.catalogue = new SqliteCatalogue(index, { chunks, unused, memory, chunker: this.chunker });
		this.vectors = new SqliteVectorSearch(index, { chunks, memory });
	}

	/**
	 * Opens an index, or creates it if `make` is set; returns `undefined` when there is none. A damaged file is
	 * removed.
	 *
	 * @throws IndexDamagedError unless it was to be created; BuiltElsewhereError if it is damaged while another window
	 * builds it; SqliteMissingError; SQLite's own error.
	 */
	static async open(
		location: IndexLocation,
		syntax: SyntaxCutter,
		make: boolean,
	): Promise<SqliteIndexStore | undefined> {
		const { DatabaseSync: Database } = await loadSqlite();
		const lock = new BuilderLock(lockOf(location.file), (file) => {
			touchPrivate(file);
			return new Database(file, { timeout: 0 });
		});
		let db: DatabaseSync | undefined;
		try {
			db = await openIndexDatabase(location.file, location.model, make);
			return db && new SqliteIndexStore(new OpenSqliteIndex(db, location, lock), syntax);
		} catch (error) {
			if (db?.isOpen) db.close();
			if (!isDamage(error)) throw error;
			removeDamaged(location.file, lock);
			if (make) return SqliteIndexStore.open(location, syntax, make);
			throw new IndexDamagedError();
		}
	}

	get ended(): boolean {
		return !this.index.db.isOpen;
	}

	async close(): Promise<void> {
		this.index.close();
	}

	/** Closes and removes the damaged file. @throws BuiltElsewhereError; the file system's error. */
	async discard(): Promise<void> {
		this.index.discard();
	}
}

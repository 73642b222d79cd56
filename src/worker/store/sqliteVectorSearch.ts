import type { RefusedContents } from "../../core/search/model/indexCatalogue";
import type { EmbeddedContent, FoundChunk, SearchRequest, VectorSearch } from "../../core/search/model/vectorSearch";
import { ChunkSearch } from "./chunkSearch";
import type { ChunkTables } from "./chunkTables";
import type { OpenSqliteIndex } from "./openSqliteIndex";
import type { VectorMemory } from "./vectorMemory";

/** Vectors that are about to be saved. */
interface DueVectors {
	readonly embedded: readonly EmbeddedContent[];
	resolve(): void;
	reject(error: unknown): void;
}

interface VectorParts {
	readonly chunks: ChunkTables;
	readonly memory: VectorMemory;
}

/** The vectors of an index, stored in its file, and the search in them. */
export class SqliteVectorSearch implements VectorSearch {
	readonly #search: ChunkSearch;
	#due: DueVectors[] = [];

	constructor(
		private readonly index: OpenSqliteIndex,
		private readonly parts: VectorParts,
	) {
		this.#search = new ChunkSearch(index.db, index.vectors, parts.memory);
	}

	/** Saves what arrives at the same time together: a transaction for each batch takes several times as long. */
	saveVectors(embedded: readonly EmbeddedContent[]): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#due.push({ embedded, resolve, reject });
			// By then, all messages that have arrived are delivered.
			if (this.#due.length === 1) setImmediate(() => this.#saveDue());
		});
	}

	#saveDue(): void {
		const due = this.#due;
		this.#due = [];
		try {
			this.#save(due.flatMap(({ embedded }) => embedded));
			for (const { resolve } of due) resolve();
		} catch (error) {
			for (const { reject } of due) reject(error);
		}
	}

	#save(embedded: readonly EmbeddedContent[]): void {
		const { chunks, memory } = this.parts;
		const kept = this.index.change(() => this.index.vectors.save(embedded));
		if (memory.bytes === 0) return;
		for (const [id, vector] of kept) if (chunks.isUsed(id)) memory.set(id, vector);
	}

	async refuse(ids: readonly number[], cause: string): Promise<void> {
		this.index.change(() => this.index.vectors.refuse(ids, cause));
	}

	async refused(): Promise<RefusedContents | undefined> {
		return this.index.vectors.refused();
	}

	async dimension(): Promise<number> {
		return this.index.vectors.dimension;
	}

	async findChunks(request: SearchRequest): Promise<readonly FoundChunk[]> {
		this.index.assertNotDeleted();
		return this.#search.findChunks(request);
	}
}

import type { RefusedContents } from "../../core/search/model/indexCatalogue";
import type { EmbeddedContent, FoundChunk, SearchRequest, VectorSearch } from "../../core/search/model/vectorSearch";
import { ChunkSearch } from "./chunkSearch";
import type { ChunkTables } from "./chunkTables";
import type { OpenSqliteIndex } from "./openSqliteIndex";
import type { VectorMemory } from "./vectorMemory";

interface VectorParts {
	readonly chunks: ChunkTables;
	readonly memory: VectorMemory;
}

/** The vectors of an index, stored in its file, and the search in them. */
export class SqliteVectorSearch implements VectorSearch {
	readonly #search: ChunkSearch;

	constructor(
		private readonly index: OpenSqliteIndex,
		private readonly parts: VectorParts,
	) {
		this.#search = new ChunkSearch(index.db, index.vectors, parts.memory);
	}

	async saveVectors(embedded: readonly EmbeddedContent[]): Promise<void> {
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

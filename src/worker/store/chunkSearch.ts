import type { DatabaseSync } from "node:sqlite";
import { unitVector } from "../../core/search/embedding/unitVector";
import type { FoundChunk, SearchRequest } from "../../core/search/model/vectorSearch";
import type { Scored } from "../vectors/nearest";
import type { VectorMatrix } from "../vectors/vectorMatrix";
import { FileFilter, type FilteredFiles } from "./fileFilter";
import { snapshot } from "./indexDatabase";
import { keywordExpression } from "./keywords";
import { fuseRanks } from "./rankFusion";
import type { VectorMemory } from "./vectorMemory";
import type { VectorTables } from "./vectorTables";

/** Number of candidates, among the nearest contents and among those with the keywords, that are examined closely. */
const candidates = 100;
/** Number of chunks with the keywords that are examined where most of the first ones are copies of each other. */
const mostWithKeywords = 5_000;
/** SQLite's value for no limit. */
const unlimited = -1;
/** BM25 weights of a keyword in the path, the symbol and the text. */
const weights = "2.0, 3.0, 1.0";

/**
 * Finds chunks by meaning and by keywords together. A content that occurs in several places is found in one of them.
 */
export class ChunkSearch {
	readonly #sql;
	readonly #filter: FileFilter;

	constructor(
		private readonly db: DatabaseSync,
		private readonly tables: VectorTables,
		private readonly memory: VectorMemory,
	) {
		this.#filter = new FileFilter(db);
		const keywords = (condition: string) =>
			db.prepare(`
				SELECT keywords.rowid AS id FROM keywords ${condition}
				ORDER BY bm25(keywords, ${weights}), keywords.rowid LIMIT ?`);
		this.#sql = {
			contentsOf: db.prepare(
				"SELECT DISTINCT content AS id FROM chunks WHERE file IN (SELECT value FROM json_each(?))",
			),
			keywords: keywords("WHERE keywords MATCH ?"),
			keywordsIn: keywords(`
				JOIN chunks ON chunks.id = keywords.rowid
				WHERE keywords MATCH ? AND chunks.file IN (SELECT value FROM json_each(?))`),
			contentsOfChunks: db.prepare("SELECT id, content FROM chunks WHERE id IN (SELECT value FROM json_each(?))"),
			fileOf: db.prepare("SELECT file FROM chunks WHERE id = ?"),
			firstChunkOf: db.prepare("SELECT min(id) AS id FROM chunks WHERE content = ?"),
			chunksOf: db.prepare("SELECT id, file FROM chunks WHERE content = ? ORDER BY id"),
			chunk: db.prepare(`
				SELECT path, language, first_line AS firstLine, last_line AS lastLine, symbol, text
				FROM chunks JOIN files ON files.id = file JOIN contents ON contents.id = content WHERE chunks.id = ?`),
		};
	}

	findChunks(request: SearchRequest): FoundChunk[] {
		return snapshot(this.db, () => this.#find(request));
	}

	#find({ query, vector, withoutKeywords, limit }: SearchRequest): FoundChunk[] {
		const files = this.#filter.filesFor(query);
		if (files?.ids.size === 0) return [];
		const matrix = vector && this.memory.current();
		const similar = vector && matrix ? this.#byMeaning(matrix, unitVector(vector), files) : [];
		const named = withoutKeywords ? new Map<number, number>() : this.#byKeywords(query.text, files);
		const similarity = new Map(similar.map(({ id, score }) => [id, score]));
		const keywordRank = new Map([...named.keys()].map((id, rank) => [id, rank + 1]));
		// A content without a vector, as while the index is being built, takes its rank by keywords for both.
		const times = (id: number) => (similar.length === 0 || matrix?.has(id) ? 1 : 2);
		const ranked = [...fuseRanks([similar.map(({ id }) => id), [...named.keys()]], times)].slice(0, limit);
		return ranked.flatMap(([id, score]) => {
			const chunk = this.#sql.chunk.get(named.get(id) ?? this.#chunkOf(id, files) ?? 0);
			if (!chunk) return [];
			const near = similarity.get(id);
			const rank = keywordRank.get(id);
			return [
				{
					path: String(chunk.path),
					language: String(chunk.language),
					firstLine: Number(chunk.firstLine),
					lastLine: Number(chunk.lastLine),
					symbol: String(chunk.symbol),
					text: String(chunk.text),
					score,
					...(near === undefined ? {} : { similarity: near }),
					...(rank === undefined ? {} : { keywordRank: rank }),
				},
			];
		});
	}

	/** Returns the nearest contents, with their exact similarity. */
	#byMeaning(matrix: VectorMatrix, query: Float32Array, files: FilteredFiles | undefined): Scored[] {
		if (matrix.dimension !== query.length) return [];
		const nearest = matrix.nearest(query, candidates, files && this.#contentsIn(files));
		const similarities = this.tables.similarities(
			nearest.map(({ id }) => id),
			query,
		);
		return [...similarities].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
	}

	/** Returns the contents with the keywords, best first, each with its best chunk. */
	#byKeywords(text: string, files: FilteredFiles | undefined): ReadonlyMap<number, number> {
		const expression = keywordExpression(text);
		if (expression === undefined) return new Map();
		const first = this.#withKeywords(expression, files, candidates);
		// Copies take the places of other contents, so more chunks are then examined.
		const crowded = first.chunks === candidates && first.contents.size < candidates / 2;
		return crowded ? this.#withKeywords(expression, files, mostWithKeywords).contents : first.contents;
	}

	#withKeywords(expression: string, files: FilteredFiles | undefined, limit: number) {
		const ids = [...this.#chunksWith(expression, files, limit)];
		const contentOf = new Map(
			this.#sql.contentsOfChunks.all(JSON.stringify(ids)).map(({ id, content }) => [Number(id), Number(content)]),
		);
		const contents = new Map<number, number>();
		for (const id of ids) {
			const content = contentOf.get(id);
			if (content !== undefined && contents.size < candidates && !contents.has(content)) contents.set(content, id);
		}
		return { chunks: ids.length, contents };
	}

	/** Returns the chunks with the keywords, best first. */
	*#chunksWith(expression: string, files: FilteredFiles | undefined, limit: number): Iterable<number> {
		const rows = files?.few
			? this.#sql.keywordsIn.iterate(expression, JSON.stringify([...files.ids]), limit)
			: this.#sql.keywords.iterate(expression, files ? unlimited : limit);
		const fits = (id: number) => !files || files.few || files.ids.has(Number(this.#sql.fileOf.get(id)?.file));
		let left = limit;
		for (const { id } of rows) {
			if (!fits(Number(id))) continue;
			yield Number(id);
			if (--left === 0) return;
		}
	}

	/** Returns the first chunk of a content in the given files. */
	#chunkOf(content: number, files: FilteredFiles | undefined): number | undefined {
		if (!files) return Number(this.#sql.firstChunkOf.get(content)?.id);
		for (const { id, file } of this.#sql.chunksOf.iterate(content)) if (files.ids.has(Number(file))) return Number(id);
		return undefined;
	}

	/** Returns a predicate: whether a content is in one of the files. */
	#contentsIn(files: FilteredFiles): (content: number) => boolean {
		if (!files.few) return (content) => this.#chunkOf(content, files) !== undefined;
		const contents = new Set(this.#sql.contentsOf.all(JSON.stringify([...files.ids])).map(({ id }) => Number(id)));
		return (content) => contents.has(content);
	}
}

import type { DatabaseSync } from "node:sqlite";
import type { FoundChunk, SearchRequest } from "../../core/search/indexStore";
import { keywordExpression } from "../../core/search/keywords";
import type { Scored } from "../../core/search/nearest";
import { unitVector } from "../../core/search/quantize";
import { fuseRanks } from "../../core/search/rankFusion";
import { fileFits, hasFilters, type SearchQuery } from "../../core/search/searchQuery";
import { snapshot } from "./indexDatabase";
import type { VectorMemory } from "./vectorMemory";
import type { VectorTables } from "./vectorTables";

/** How many of the nearest, and of what the keywords find, are looked at closely. */
const candidates = 100;
/** So many chunks with the keywords are looked at where most of the first are copies of each other. */
const mostWithKeywords = 5_000;
/** What a keyword in the path, the symbol and the text is worth. */
const weights = "2.0, 3.0, 1.0";

/** Finds chunks by meaning and by keywords at once. The same content in several places is found at one of them. */
export class ChunkSearch {
	readonly #sql;

	constructor(
		private readonly db: DatabaseSync,
		private readonly tables: VectorTables,
		private readonly memory: VectorMemory,
	) {
		const keywords = (condition: string) =>
			db.prepare(`
				SELECT keywords.rowid AS id FROM keywords ${condition}
				ORDER BY bm25(keywords, ${weights}), keywords.rowid LIMIT ?`);
		this.#sql = {
			files: db.prepare("SELECT id, path, language FROM files"),
			contentsOf: db.prepare(
				"SELECT DISTINCT content AS id FROM chunks WHERE file IN (SELECT value FROM json_each(?))",
			),
			keywords: keywords("WHERE keywords MATCH ?"),
			keywordsIn: keywords(`
				JOIN chunks ON chunks.id = keywords.rowid
				WHERE keywords MATCH ? AND chunks.file IN (SELECT value FROM json_each(?))`),
			contentsOfChunks: db.prepare("SELECT id, content FROM chunks WHERE id IN (SELECT value FROM json_each(?))"),
			firstChunk: db.prepare("SELECT id FROM chunks WHERE content = ? ORDER BY id LIMIT 1"),
			firstChunkIn: db.prepare(
				"SELECT id FROM chunks WHERE content = ? AND file IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT 1",
			),
			chunk: db.prepare(`
				SELECT path, language, first_line AS firstLine, last_line AS lastLine, symbol, text
				FROM chunks JOIN files ON files.id = file JOIN contents ON contents.id = content WHERE chunks.id = ?`),
		};
	}

	search(request: SearchRequest): FoundChunk[] {
		return snapshot(this.db, () => this.#search(request));
	}

	#search({ query, vector, withoutKeywords, limit }: SearchRequest): FoundChunk[] {
		const files = hasFilters(query) ? this.#filesFor(query) : undefined;
		if (files?.size === 0) return [];
		const similar = vector ? this.#byMeaning(unitVector(vector), files) : [];
		const named = withoutKeywords ? new Map<number, number>() : this.#byKeywords(query.text, files);
		const similarity = new Map(similar.map(({ id, score }) => [id, score]));
		const keywordRank = new Map([...named.keys()].map((id, rank) => [id, rank + 1]));
		const ranked = fuseRanks([similar.map(({ id }) => id), [...named.keys()]]).slice(0, limit);
		return ranked.flatMap(({ id, score }) => {
			const chunk = this.#sql.chunk.get(named.get(id) ?? this.#chunkOf(id, files));
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

	/** The nearest contents, with the exact similarity. */
	#byMeaning(query: Float32Array, files: ReadonlySet<number> | undefined): Scored[] {
		const matrix = this.memory.current();
		if (!matrix || matrix.dimension !== query.length) return [];
		const allowed = files && this.#contentsIn(files);
		const nearest = matrix.nearest(query, candidates, allowed && ((id) => allowed.has(id)));
		const similarities = this.tables.similarities(
			nearest.map(({ id }) => id),
			query,
		);
		return [...similarities].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
	}

	/** The contents with the keywords, the best first, each with the chunk that has them best. */
	#byKeywords(text: string, files: ReadonlySet<number> | undefined): ReadonlyMap<number, number> {
		const expression = keywordExpression(text);
		if (expression === undefined) return new Map();
		const first = this.#withKeywords(expression, files, candidates);
		// Copies take others' places: those are looked for further down.
		const crowded = first.chunks === candidates && first.contents.size < candidates / 2;
		return crowded ? this.#withKeywords(expression, files, mostWithKeywords).contents : first.contents;
	}

	#withKeywords(expression: string, files: ReadonlySet<number> | undefined, limit: number) {
		const rows = files
			? this.#sql.keywordsIn.all(expression, JSON.stringify([...files]), limit)
			: this.#sql.keywords.all(expression, limit);
		const ids = rows.map(({ id }) => Number(id));
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

	/** A place of a content, where it may be: the first of several. */
	#chunkOf(content: number, files: ReadonlySet<number> | undefined): number {
		const found = files
			? this.#sql.firstChunkIn.get(content, JSON.stringify([...files]))
			: this.#sql.firstChunk.get(content);
		return Number(found?.id ?? 0);
	}

	#filesFor(query: SearchQuery): Set<number> {
		const fits = fileFits(query);
		const files = this.#sql.files.all().filter(({ path, language }) => fits(String(path), String(language)));
		return new Set(files.map(({ id }) => Number(id)));
	}

	#contentsIn(files: ReadonlySet<number>): Set<number> {
		return new Set(this.#sql.contentsOf.all(JSON.stringify([...files])).map(({ id }) => Number(id)));
	}
}

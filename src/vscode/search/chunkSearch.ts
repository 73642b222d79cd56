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
/** What a keyword in the path, the symbol and the text is worth. */
const weights = "2.0, 3.0, 1.0";

/** Finds chunks by meaning and by keywords at once. */
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
				ORDER BY bm25(keywords, ${weights}), keywords.rowid LIMIT ${candidates}`);
		this.#sql = {
			files: db.prepare("SELECT id, path, language FROM files"),
			contentsOf: db.prepare(
				"SELECT DISTINCT content AS id FROM chunks WHERE file IN (SELECT value FROM json_each(?))",
			),
			keywords: keywords("WHERE keywords MATCH ?"),
			keywordsIn: keywords(`
				JOIN chunks ON chunks.id = keywords.rowid
				WHERE keywords MATCH ? AND chunks.file IN (SELECT value FROM json_each(?))`),
			// The index alone answers it.
			chunksOf: db.prepare("SELECT id, content FROM chunks WHERE content IN (SELECT value FROM json_each(?))"),
			chunksIn: db.prepare(`
				SELECT id, content FROM chunks
				WHERE content IN (SELECT value FROM json_each(?)) AND file IN (SELECT value FROM json_each(?))`),
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
		const named = withoutKeywords ? [] : this.#byKeywords(query.text, files);
		const similarity = new Map(similar.map(({ id, score }) => [id, score]));
		const keywordRank = new Map(named.map((id, rank) => [id, rank + 1]));
		const ranked = fuseRanks([similar.map(({ id }) => id), named]).slice(0, limit);
		return ranked.flatMap(({ id, score }) => {
			const chunk = this.#sql.chunk.get(id);
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

	/** The nearest contents' chunks, with the exact similarity. */
	#byMeaning(query: Float32Array, files: ReadonlySet<number> | undefined): Scored[] {
		const matrix = this.memory.current();
		if (!matrix || matrix.dimension !== query.length) return [];
		const allowed = files && this.#contentsIn(files);
		const nearest = matrix.nearest(query, candidates, allowed && ((id) => allowed.has(id)));
		const ids = nearest.map(({ id }) => id);
		const similarities = this.tables.similarities(ids, query);
		const contents = JSON.stringify(ids);
		const chunks = files
			? this.#sql.chunksIn.all(contents, JSON.stringify([...files]))
			: this.#sql.chunksOf.all(contents);
		return chunks
			.map(({ id, content }) => ({ id: Number(id), score: similarities.get(Number(content)) ?? 0 }))
			.sort((a, b) => b.score - a.score || a.id - b.id);
	}

	#byKeywords(text: string, files: ReadonlySet<number> | undefined): number[] {
		const expression = keywordExpression(text);
		if (expression === undefined) return [];
		const rows = files
			? this.#sql.keywordsIn.all(expression, JSON.stringify([...files]))
			: this.#sql.keywords.all(expression);
		return rows.map(({ id }) => Number(id));
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

import type { RefusedContents } from "./indexCatalogue";
import type { SearchQuery } from "./searchQuery";

/** A content's vector as the gateway returned it. */
export interface EmbeddedContent {
	readonly id: number;
	readonly vector: Float32Array;
}

/** A search result. */
export interface FoundChunk {
	readonly path: string;
	readonly language: string;
	/** Counted from 1, both included. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** Empty if unknown. */
	readonly symbol: string;
	readonly text: string;
	/** How well it fits the query, from 0 to 1; the results of a search are sorted by it. */
	readonly score: number;
	/** The cosine similarity to the query; absent when only keywords found it. */
	readonly similarity?: number;
	/** Its rank among the keyword results, from 1; absent when it was found only by its meaning. */
	readonly keywordRank?: number;
}

/** The parameters of a search. */
export interface SearchRequest {
	readonly query: SearchQuery;
	/** The query's embedding; if absent, only keywords are searched. */
	readonly vector?: Float32Array | undefined;
	/** Excludes the keywords, for measurements. */
	readonly withoutKeywords?: boolean;
	readonly limit: number;
}

/** Stores vectors, and finds chunks by vectors and keywords. */
export interface VectorSearch {
	/** Stores vectors, all of them or none. @throws when their dimension differs from that of the stored ones. */
	saveVectors(embedded: readonly EmbeddedContent[]): Promise<void>;
	/** Records that the gateway refused contents individually. */
	refuse(ids: readonly number[], cause: string): Promise<void>;
	/**
	 * Returns the contents that the gateway refused individually and has not accepted since; `undefined` when there are
	 * none.
	 */
	refused(): Promise<RefusedContents | undefined>;
	/** Returns the number of values in a vector; 0 before the first. Takes no time, unlike the facts, which are counted. */
	dimension(): Promise<number>;
	/** @throws IndexDeletedError when another window has deleted the index. */
	findChunks(request: SearchRequest): Promise<readonly FoundChunk[]>;
}

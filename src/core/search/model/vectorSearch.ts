import type { RefusedContents } from "./indexCatalogue";
import type { SearchQuery } from "./searchQuery";

/** A content's vector as the gateway gave it. */
export interface EmbeddedContent {
	readonly id: number;
	readonly vector: Float32Array;
}

/** A place that a search found. */
export interface FoundChunk {
	readonly path: string;
	readonly language: string;
	/** Counted from 1, both included. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** Empty where it is unknown. */
	readonly symbol: string;
	readonly text: string;
	/** The cosine of the angle to the question; absent when only keywords found it. */
	readonly similarity?: number;
	/** Its rank among what the keywords found, from 1; absent when only its meaning did. */
	readonly keywordRank?: number;
}

/** A search: its query, and how many places it wants. */
export interface SearchRequest {
	readonly query: SearchQuery;
	/** The query's own embedding; without it, keywords alone count. */
	readonly vector?: Float32Array | undefined;
	/** Leaves the keywords out, for measuring. */
	readonly withoutKeywords?: boolean;
	readonly limit: number;
}

/** Keeps vectors, and finds chunks by them and by keywords. */
export interface VectorSearch {
	/** Keeps vectors, all of them or none. @throws unless they are as long as those that are there. */
	keep(embedded: readonly EmbeddedContent[]): Promise<void>;
	/** Notes that the gateway refused contents for themselves. */
	refuse(ids: readonly number[], cause: string): Promise<void>;
	/** The contents that the gateway refused for themselves, and has not embedded since; `undefined` when there are none. */
	refused(): Promise<RefusedContents | undefined>;
	/** The numbers in a vector; 0 before the first. Unlike the facts, nothing is counted for it. */
	dimension(): Promise<number>;
	/** @throws IndexDeletedError when another window has deleted the index. */
	findChunks(request: SearchRequest): Promise<readonly FoundChunk[]>;
}

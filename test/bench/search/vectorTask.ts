/** The requests to a process with many vectors. */
export type VectorTask =
	/** Fills a new file; answers with its size in bytes. */
	| { readonly do: "fill"; readonly count: number; readonly dimension: number }
	/** Opens it as a new window does, in a process that has had another open. */
	| { readonly do: "load"; readonly dimension: number }
	/** Measures one round: the median times of this many queries, and of what they are compared with. */
	| { readonly do: "query"; readonly times: number };

/** The cost of opening. */
export interface Loaded {
	readonly milliseconds: number;
	/** Memory that the process added, and the size of the codes alone, in bytes. */
	readonly addedMemory: number;
	readonly codes: number;
}

/** The times of a round, in milliseconds. */
export interface QueryTimes {
	/** The whole query, including reading the best results from disk and scoring them again. */
	readonly query: number;
	/** Only the scan, and one read of the codes' bytes; absent if there are none. */
	readonly scan?: number;
	readonly read?: number;
	/** The results of each query: the ids of the ten best. */
	readonly found: readonly (readonly number[])[];
}

export const queries = 20;
export const querySeed = 99;
export const vectorSeed = 5;
export const best = 10;

/** What indexing a large folder took. */
export interface IndexingFigures {
	readonly folder: string;
	/** The paths of the files that are not in the index. */
	readonly leftOut: readonly string[];
	readonly chunks: number;
	/** CPU time of the whole build but for requests, in milliseconds. */
	readonly cpu: number;
	/** The 99th percentile of the main thread's delay while the worker works, in milliseconds. */
	readonly delay: number;
	/** What the gateway got of what it would have taken in the same time, from 0 to 1. */
	readonly busy: number;
	readonly sentAgain: number;
}

/** Which files are to be parsed. */
export type ParsingTask = Pick<IndexingFigures, "folder" | "leftOut">;

/** What reading and parsing them took. */
export interface ParsingFigures {
	readonly megabytes: number;
	/** CPU time, in milliseconds. */
	readonly cpu: number;
}

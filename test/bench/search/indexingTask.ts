/** What indexing a large folder took. */
export interface IndexingFigures {
	readonly megabytes: number;
	readonly chunks: number;
	/** CPU time, in milliseconds: of parsing every file, and of the whole build but for requests. */
	readonly parsing: number;
	readonly indexing: number;
	/** The 99th percentile of the main thread's delay while the worker works, in milliseconds. */
	readonly delay: number;
	/** What the gateway got of what it would have taken in the same time, from 0 to 1. */
	readonly busy: number;
	readonly sentAgain: number;
}

/** What indexing a large folder took. */
export interface IndexingFigures {
	readonly megabytes: number;
	readonly chunks: number;
	/** CPU time, in milliseconds: of parsing every file, and of the whole build but for requests. */
	readonly parsing: number;
	readonly indexing: number;
	readonly sentAgain: number;
}

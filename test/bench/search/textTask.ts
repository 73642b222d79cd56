/** The requests to a process with many vectors and real texts. */
export type TextTask =
	/** Fills a new file, and opens it. */
	| { readonly do: "fill"; readonly count: number; readonly dimension: number }
	/** Measures one round of this many questions of each kind. */
	| { readonly do: "query"; readonly times: number };

/** The size of the filled file. */
export interface Filled {
	readonly files: number;
	/** The file's size in bytes. */
	readonly bytes: number;
}

/** Median times of a query, in milliseconds, including reading the best results from disk and scoring them again. */
export interface TextTimes {
	/** Only by meaning. */
	readonly meaning: number;
	/** By meaning and keywords. */
	readonly hybrid: number;
	/** By meaning and keywords in nearly all files, and in a few of them. */
	readonly manyFiles: number;
	readonly fewFiles: number;
}

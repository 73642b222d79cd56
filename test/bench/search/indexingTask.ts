/** What a process with a large folder is asked for. */
export type IndexingTask =
	/** To build the whole index, and then to look for changes. */
	| { readonly do: "build" }
	/** What share a gateway with a limit gets of what it would have taken in the same time, from 0 to 1. */
	| { readonly do: "limit" };

/** What building took. */
export interface BuildFigures {
	readonly folder: string;
	/** The paths of the files that are not in the index. */
	readonly leftOut: readonly string[];
	readonly chunks: number;
	/** CPU time of the first build but for requests, in milliseconds. */
	readonly cpu: number;
	/** The 99th percentile of the main thread's delay while the worker works, in milliseconds. */
	readonly delay: number;
	readonly sentAgain: number;
}

/** Which files are to be parsed. */
export type ParsingTask = Pick<BuildFigures, "folder" | "leftOut">;

/** What reading and parsing them took. */
export interface ParsingFigures {
	readonly megabytes: number;
	/** CPU time, in milliseconds. */
	readonly cpu: number;
}

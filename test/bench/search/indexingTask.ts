/** The cost of building. */
export interface BuildFigures {
	readonly folder: string;
	/** The paths of the files that are not in the index. */
	readonly leftOut: readonly string[];
	readonly chunks: number;
	/** CPU time of the first build without requests, in milliseconds. */
	readonly cpu: number;
	readonly sentAgain: number;
}

/** The files to parse. */
export type ParsingTask = Pick<BuildFigures, "folder" | "leftOut">;

/** The cost of reading and parsing the files. */
export interface ParsingFigures {
	readonly megabytes: number;
	/** CPU time, in milliseconds. */
	readonly cpu: number;
}

/** The cost of cutting a text into chunks. */
export interface CuttingFigures {
	/** CPU time, in milliseconds. */
	readonly cpu: number;
	readonly chunks: number;
	/** A hash of the chunks, which tells whether two ways of cutting agree. */
	readonly hash: string;
}

/** The text's length in characters: half of the largest file that is indexed. */
export const cutLength = 512 * 1024;

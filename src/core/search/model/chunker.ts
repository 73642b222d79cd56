import type { FileEntry } from "./indexCatalogue";

/** A file to read and cut into chunks. */
export interface FileToCut {
	readonly entry: FileEntry;
	/** The content of a file without a location; `undefined` when it could not be read. */
	readonly bytes?: Uint8Array | undefined;
}

/** A content without a vector. */
export interface MissingContent {
	readonly id: number;
	readonly text: string;
	/** The path of one of the files that contain it. */
	readonly path: string;
}

/** A sample of the texts without a vector. */
export interface MissingSample {
	readonly texts: readonly string[];
	/** The factor from the sample's length to the length of all such texts. */
	readonly times: number;
}

/** Cuts files into chunks, and provides their contents without a vector. */
export interface Chunker {
	/** Reads and cuts files, all of them or none. */
	cut(files: readonly FileToCut[]): Promise<void>;
	/**
	 * Returns contents without a vector, ordered by id.
	 *
	 * @param after the id after which to start; 0 for the first.
	 * @param refusedToo whether to include those that the gateway has refused individually.
	 */
	missing(after: number, limit: number, refusedToo: boolean): Promise<readonly MissingContent[]>;
	/** Counts the contents without a vector: unlike the facts, this is fast in a large index. */
	countMissing(refusedToo: boolean): Promise<number>;
	/** Counts the files with such contents. */
	unfinishedFiles(refusedToo: boolean): Promise<number>;
	/** Returns a number of contents without a vector, chosen as if at random but always the same. */
	sample(count: number): Promise<MissingSample>;
	/**
	 * Removes contents that no file contains any more: all that were never embedded, and the longest unused of the
	 * others, if there are more than twice as many contents as were ever in use at once. Switching to another branch and
	 * back therefore costs nothing, however small the branch is, and the file does not grow forever. Free space is
	 * reused, not released.
	 */
	prune(): Promise<void>;
}

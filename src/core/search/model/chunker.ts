import type { FileEntry } from "./indexCatalogue";

/** A file to be read and cut. */
export interface FileToCut {
	readonly entry: FileEntry;
	/** For a file without a location; `undefined` when it could not be read. */
	readonly bytes?: Uint8Array | undefined;
}

/** A content that has no vector yet. */
export interface MissingContent {
	readonly id: number;
	readonly text: string;
	/** One of the files that it is in. */
	readonly path: string;
}

/** The texts of some contents that have no vector yet. */
export interface MissingSample {
	readonly texts: readonly string[];
	/** How many times as long all such contents are together. */
	readonly times: number;
}

/** Cuts files into chunks, and hands out their contents that have no vector yet. */
export interface Chunker {
	/** Reads and cuts files, all of them or none. */
	cut(files: readonly FileToCut[]): Promise<void>;
	/**
	 * Contents without a vector, by id.
	 *
	 * @param after the id behind which to begin; 0 for the first.
	 * @param refusedToo whether also those that the gateway has refused for themselves.
	 */
	missing(after: number, limit: number, refusedToo: boolean): Promise<readonly MissingContent[]>;
	/** How many those are: unlike the facts, cheap in a large index. */
	countMissing(refusedToo: boolean): Promise<number>;
	/** How many files have one of those. */
	unfinishedFiles(refusedToo: boolean): Promise<number>;
	/** Some contents without a vector, as if picked by chance, yet always the same. */
	sample(count: number): Promise<MissingSample>;
	/**
	 * Drops contents that no file has any more: all that were never embedded, and of the others the longest unused, as far
	 * as there are more than twice as many as ever were in use. So switching to another branch and back costs nothing,
	 * however small that is, and the file does not grow for ever. Room that becomes free is used again, not given back.
	 */
	prune(): Promise<void>;
}

import type { LeftOutReason } from "./indexableFile";
import type { SearchQuery } from "./searchQuery";

/** A file that belongs into the index. */
export interface FileEntry {
	/** What it is known and shown by: relative to the workspace, with `/`; in one of several folders, with the folder's name. */
	readonly path: string;
	/** Where it is on this computer's disk; the store then reads it itself. */
	readonly location?: FileLocation;
	/** Changes when the file does; for a file without a location. */
	readonly stamp?: string;
	/** What it may be in that is not UTF-8 or UTF-16, as VS Code's `files.encoding` names it. */
	readonly encoding?: string | undefined;
	/** In bytes; for a file without a location. */
	readonly size?: number;
}

/** A place on this computer's disk. */
export interface FileLocation {
	readonly file: string;
	/** The workspace's folder that the file is in. */
	readonly folder: string;
}

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

/** A content's vector as the gateway gave it. */
export interface EmbeddedContent {
	readonly id: number;
	readonly vector: Float32Array;
}

/** A file that is not in the index, and why. */
export interface LeftOutFile {
	readonly path: string;
	readonly reason: LeftOutReason;
}

/** What the gateway refused for itself, and has not taken since. */
export interface RefusedContents {
	/** How many contents. */
	readonly contents: number;
	/** The files that they are in. */
	readonly paths: readonly string[];
	/** The gateway's last refusal. */
	readonly cause: string;
}

/** How large an index is. */
export interface IndexSize {
	readonly files: number;
	/** How many contents the chunks have; the same text in two places is one. */
	readonly contents: number;
}

/** What stands in an index. */
export interface IndexFacts extends IndexSize {
	readonly model: string;
	/** The numbers in a vector; 0 before the first. */
	readonly dimension: number;
	readonly chunks: number;
	/** How many of them have no vector yet. */
	readonly missing: number;
	readonly leftOut: readonly LeftOutFile[];
	/** Absent when nothing was refused. */
	readonly refused?: RefusedContents | undefined;
	readonly bytesOnDisk: number;
	/** Of the vectors; 0 before the first search. */
	readonly bytesInMemory: number;
	/** Milliseconds since the epoch; 0 before the first. */
	readonly changedAt: number;
}

/** A place that a search found. */
export interface FoundChunk {
	readonly path: string;
	readonly language: string;
	/** Counted from 1, both included. */
	readonly firstLine: number;
	readonly lastLine: number;
	/** Empty where nobody knows. */
	readonly symbol: string;
	readonly text: string;
	/** The cosine of the angle to the question; absent when only keywords found it. */
	readonly similarity?: number;
	/** Its rank among what the keywords found, from 1; absent when only its meaning did. */
	readonly keywordRank?: number;
}

/** What is searched for. */
export interface SearchRequest {
	readonly query: SearchQuery;
	/** The query's own embedding; without it, keywords alone count. */
	readonly vector?: Float32Array | undefined;
	/** Leaves the keywords out, for measuring. */
	readonly withoutKeywords?: boolean;
	readonly limit: number;
}

/**
 * One index in its file. It cuts, quantises, keeps and scans, off the main thread; it sends nothing. After a kill at any
 * moment the file is as it was between two of these calls.
 */
export interface IndexStore {
	/** Whether it can answer nothing any more: its worker or its file is gone. */
	readonly ended: boolean;
	/**
	 * Begins to compare what is known with the workspace; one that has not come to its end is forgotten.
	 *
	 * @param within compares what is at these paths, and below them, alone.
	 */
	beginListing(within?: readonly string[]): Promise<void>;
	/** Takes some of the files that are there: few, for a search may wait. @returns the paths of those that are new or have changed. */
	listed(files: readonly FileEntry[]): Promise<readonly string[]>;
	/**
	 * All were listed: drops the files that were not.
	 *
	 * @param except paths of folders that could not be listed: what is known of them stays.
	 */
	endListing(except?: readonly string[]): Promise<void>;
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
	/** What the gateway refused for itself, and has not taken since; `undefined` when nothing. */
	refused(): Promise<RefusedContents | undefined>;
	/** So many contents without a vector, as if picked by chance, yet always the same. */
	sample(count: number): Promise<MissingSample>;
	/** Keeps vectors, all of them or none. @throws unless they are as long as those that are there. */
	keep(embedded: readonly EmbeddedContent[]): Promise<void>;
	/** Notes that the gateway refused contents for themselves. */
	refuse(ids: readonly number[], cause: string): Promise<void>;
	/**
	 * The folders of the workspace whose files the user has agreed to send; none before that. They stand in the file: in
	 * every window, and as long as that.
	 */
	agreed(): Promise<readonly string[]>;
	/** How many contents the files had when they agreed the last time; 0 before that. */
	agreedContents(): Promise<number>;
	/** Notes that the user has agreed to some more, and to all contents that there are now. */
	agree(folders: readonly string[]): Promise<void>;
	/** Whether the user has stopped the building, in whichever window. That, too, stands in the file. */
	paused(): Promise<boolean>;
	setPaused(paused: boolean): Promise<void>;
	/** Has every window that has it open let it go, and nobody open it again: its file is about to be removed. */
	markDeleted(): Promise<void>;
	/**
	 * Lets contents go that no file has any more: all that were never embedded, and of the others the longest unused, as far
	 * as there are more than twice as many as ever were in use. So switching to another branch and back costs nothing,
	 * however small that is, and the file does not grow for ever. Room that becomes free is used again, not given back.
	 */
	prune(): Promise<void>;
	findChunks(request: SearchRequest): Promise<readonly FoundChunk[]>;
	/** The numbers in a vector; 0 before the first. Unlike the facts, nothing is counted for it. */
	dimension(): Promise<number>;
	/** How large it is. Unlike for the facts, no file is named. */
	size(): Promise<IndexSize>;
	facts(): Promise<IndexFacts>;
	/**
	 * Whether this window may build from now on: one at a time may, until it lets go or ends in whatever way.
	 *
	 * @throws IndexDeletedError when another window has deleted it, as do `search` and `facts`.
	 */
	lock(): Promise<boolean>;
	unlock(): Promise<void>;
	close(): Promise<void>;
}

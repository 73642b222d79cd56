import type { LeftOutReason } from "./indexableFile";

/** A file that belongs into the index. */
export interface FileEntry {
	/** The name under which it is known and shown: relative to the workspace, with `/`; in one of several folders, with the folder's name. */
	readonly path: string;
	/** Where it is on this computer's disk; the store then reads it itself. */
	readonly location?: FileLocation;
	/** Changes when the file does; for a file without a location. */
	readonly stamp?: string;
	/** Its encoding when that may be other than UTF-8 or UTF-16, as VS Code's `files.encoding` names it. */
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

/** A file that is not in the index, and why. */
export interface LeftOutFile {
	readonly path: string;
	readonly reason: LeftOutReason;
}

/** The contents that the gateway refused for themselves, and has not embedded since. */
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

/** The contents and the size of an index. */
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

/** The files of an index, the consent to send them, and its state. */
export interface IndexCatalogue {
	/**
	 * Begins to compare what is known with the workspace; a comparison that has not come to its end is forgotten.
	 *
	 * @param within compares what is at these paths, and below them, alone.
	 */
	beginListing(within?: readonly string[]): Promise<void>;
	/** Takes some of the files that are there: few, for a search may wait. @returns the paths of those that are new or have changed. */
	listed(files: readonly FileEntry[]): Promise<readonly string[]>;
	/**
	 * Ends the comparison: drops the files that were not listed.
	 *
	 * @param except paths of folders that could not be listed: what is known of them stays.
	 */
	endListing(except?: readonly string[]): Promise<void>;
	/**
	 * The folders of the workspace whose files the user has agreed to send; none before that. They are kept in the file: for
	 * every window, and until it is deleted.
	 */
	agreed(): Promise<readonly string[]>;
	/** How many contents the files had when the user agreed the last time; 0 before that. */
	agreedContents(): Promise<number>;
	/** Notes that the user has agreed to some more, and to all contents that there are now. */
	agree(folders: readonly string[]): Promise<void>;
	/** Whether the user has stopped the building, in whichever window. That, too, is kept in the file. */
	paused(): Promise<boolean>;
	setPaused(paused: boolean): Promise<void>;
	/** Has every window that has it open let it go, and none open it again: its file is about to be removed. */
	markDeleted(): Promise<void>;
	/** How large it is. Unlike for the facts, no file is named. */
	size(): Promise<IndexSize>;
	/** @throws IndexDeletedError when another window has deleted it. */
	facts(): Promise<IndexFacts>;
	/**
	 * Whether this window may build from now on: one at a time may, until it lets go or ends in whatever way.
	 *
	 * @throws IndexDeletedError when another window has deleted it.
	 */
	lock(): Promise<boolean>;
	unlock(): Promise<void>;
}

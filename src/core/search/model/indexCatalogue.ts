import type { LeftOutReason } from "./indexableFile";

/** A file that belongs in the index. */
export interface FileEntry {
	/**
	 * Its path relative to the workspace, with `/`; with several folders, it begins with the folder's name. Identifies
	 * the file, and is shown.
	 */
	readonly path: string;
	/** Its place on this computer's disk; the store then reads it itself. */
	readonly location?: FileLocation;
	/** Changes whenever the file does; for a file without a location. */
	readonly stamp?: string;
	/** Its encoding if that is neither UTF-8 nor UTF-16, named as in VS Code's `files.encoding`. */
	readonly encoding?: string | undefined;
	/** Size in bytes; for a file without a location. */
	readonly size?: number;
}

/** A file that is new, or has changed since it was read. */
export interface FileToRead {
	readonly path: string;
	/** Its current size in bytes. */
	readonly size: number;
}

/** A place on this computer's disk. */
export interface FileLocation {
	readonly file: string;
	/** The workspace's folder that contains the file. */
	readonly folder: string;
}

/** A file that is not in the index, and the reason. */
export interface LeftOutFile {
	readonly path: string;
	readonly reason: LeftOutReason;
}

/** The contents that the gateway refused individually and has not accepted since. */
export interface RefusedContents {
	/** The number of contents. */
	readonly contents: number;
	/** The files that contain them. */
	readonly paths: readonly string[];
	/** The message of the gateway's last refusal. */
	readonly cause: string;
}

/** The size of an index. */
export interface IndexSize {
	readonly files: number;
	/** The number of distinct contents of the chunks; the same text in two places counts once. */
	readonly contents: number;
}

/** The contents and the size of an index. */
export interface IndexFacts extends IndexSize {
	readonly model: string;
	/** The number of values in a vector; 0 before the first. */
	readonly dimension: number;
	readonly chunks: number;
	/** The number of contents without a vector. */
	readonly missing: number;
	readonly leftOut: readonly LeftOutFile[];
	/** Absent when nothing was refused. */
	readonly refused?: RefusedContents | undefined;
	readonly bytesOnDisk: number;
	/** The memory that the vectors take; 0 before the first search. */
	readonly bytesInMemory: number;
	/** In milliseconds since the epoch; 0 before the first change. */
	readonly changedAt: number;
}

/** The files of an index, the consent to send them, and its state. */
export interface IndexCatalogue {
	/**
	 * Starts to compare the index with the workspace; a comparison that was not completed is dropped.
	 *
	 * @param within limits the comparison to these paths, and everything below them.
	 */
	beginListing(within?: readonly string[]): Promise<void>;
	/**
	 * Compares some of the existing files; few, because a search may wait. @returns the new and the changed ones.
	 */
	listed(files: readonly FileEntry[]): Promise<readonly FileToRead[]>;
	/**
	 * Completes the comparison: removes the files that were not listed.
	 *
	 * @param except paths of folders that could not be listed: their files stay in the index.
	 */
	endListing(except?: readonly string[]): Promise<void>;
	/**
	 * Returns the workspace folders whose files the user has agreed to send; none before that. Stored in the file, so
	 * that they apply in every window, and as long as the file exists.
	 */
	agreed(): Promise<readonly string[]>;
	/** Returns the number of contents when the user last agreed; 0 before that. */
	agreedContents(): Promise<number>;
	/** Records that the user has agreed to more folders, and to all current contents. */
	agree(folders: readonly string[]): Promise<void>;
	/** Returns whether the user has paused the build, in any window. Stored in the file too. */
	paused(): Promise<boolean>;
	setPaused(paused: boolean): Promise<void>;
	/** Makes every window close the index and prevents opening it again: its file is about to be deleted. */
	markDeleted(): Promise<void>;
	/** Returns the size of the index alone; unlike `facts`, without any names of files. */
	size(): Promise<IndexSize>;
	/** @throws IndexDeletedError when another window has deleted it. */
	facts(): Promise<IndexFacts>;
	/**
	 * Returns whether this window may build from now on: one window at a time may, until it unlocks or ends in any way.
	 *
	 * @throws IndexDeletedError when another window has deleted it.
	 */
	lock(): Promise<boolean>;
	unlock(): Promise<void>;
}

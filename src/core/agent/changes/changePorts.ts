import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";

/** A file has changed since a change to it was prepared. */
export class ChangedMeanwhileError extends UserError {
	constructor(path: string) {
		super(l10n.t("{0} was changed in the meantime. Review its changes again.", path));
	}
}

/** The files that an agent changes, by their paths relative to the workspace's folder. */
export interface ChangedFiles {
	/**
	 * Returns a file's current content, with the unsaved text of an open editor; `undefined` where there is no file.
	 *
	 * @throws the file system's error, or FileTooLargeError.
	 */
	read(path: string): Promise<Uint8Array | undefined>;
	/** Returns whether an editor has unsaved changes of a file; absent where there are no editors. */
	hasUnsaved?(path: string): boolean;
	/**
	 * Replaces a file's content as a whole, so that a crash leaves either the old or the new one; creates it, and its
	 * folders, where needed.
	 *
	 * @param before the content that is replaced, compared at the last moment; `undefined` where there is no file.
	 * @param mode the file's new permissions; by default, they stay as they are.
	 * @throws ChangedMeanwhileError when the file's content is not `before`, or the file system's error; the file is
	 * unchanged then.
	 */
	write(path: string, content: Uint8Array, before: Uint8Array | undefined, mode?: number): Promise<void>;
	/** Returns a file's permissions; absent where there are none. Never rejects. */
	mode?(path: string): Promise<number | undefined>;
	/** Deletes a file. @throws ChangedMeanwhileError when its content is not `before`, or the file system's error. */
	remove(path: string, before: Uint8Array | undefined): Promise<void>;
	/** Returns the outermost of a file's folders that is missing; `undefined` where all exist. Never rejects. */
	missingFolder?(path: string): Promise<string | undefined>;
	/** Removes a file's empty folders, up to and including the outermost one. Never rejects. */
	removeEmptyFolders?(path: string, outermost: string): Promise<void>;
	/** Removes what a crash during `write` left beside the file. Never rejects. */
	tidy(path: string): Promise<void>;
}

/** Contents of files, stored under their hashes. */
export interface ContentStore {
	/**
	 * Stores the content of a file; settles when it is on the disk. Content that exists already counts as stored now.
	 *
	 * @throws the file system's error.
	 */
	put(hash: string, content: Uint8Array): Promise<void>;
	/** Returns stored content; `undefined` where there is none. @throws the file system's error. */
	get(hash: string): Promise<Uint8Array | undefined>;
	/**
	 * Deletes the contents that were last stored before a time (in milliseconds since the epoch), except the needed ones.
	 *
	 * @throws the file system's error.
	 */
	deleteOld(before: number, needed: ReadonlySet<string>): Promise<void>;
}

/** Returns the name under which content is stored: its SHA-256, in hexadecimal digits. */
export async function contentHash(content: Uint8Array): Promise<string> {
	const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(content));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns whether two contents, or the absence of both, are the same. */
export function sameContent(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
	if (!one || !other) return one === other;
	return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

import type { RealPaths } from "../../base/ports";
import type { Problem } from "../../context/problemsText";
import type { ChangedFiles } from "../changes/changePorts";

/** A text to search for in the files of the workspace. */
export interface FileSearch {
	readonly text: string;
	readonly isPattern: boolean;
	/** The number of matches after which the search ends. */
	readonly most: number;
	/** Returns whether matches in a file are wanted; others do not count. */
	wants(path: string): boolean;
}

/** A line in which a text was found. */
export interface FileMatch {
	readonly path: string;
	/** Counted from 1. */
	readonly line: number;
	readonly text: string;
}

/** The workspace as the agent's tools see it. Paths are relative to its folder, their parts joined by `/`. */
export interface AgentWorkspace extends ChangedFiles, RealPaths {
	/** The absolute path of its folder, its parts joined by `/`. */
	readonly folder: string;
	/** Lists its files, without those that Git ignores or the settings exclude; `cut` is true if there may be more. */
	list(signal: AbortSignal): Promise<{ readonly paths: readonly string[]; readonly cut: boolean }>;
	/** Returns whether Git ignores a file. @throws UserError where that is unknown. */
	ignores(path: string): Promise<boolean>;
	/** Returns whether an editor has unsaved changes of a file. */
	hasUnsaved(path: string): boolean;
	/** Returns whether the editor's settings make a file read-only, whatever its permissions. Never rejects. */
	isReadOnly?(path: string): Promise<boolean>;
	/** Reads a file by its absolute path. @throws the file system's error, or FileTooLargeError. */
	readOutside(path: string): Promise<Uint8Array>;
	/**
	 * Searches the files with a program that takes linear time for any pattern; absent where there is none.
	 *
	 * @throws ToolError when the pattern is not valid.
	 */
	grep?(search: FileSearch, signal: AbortSignal): Promise<readonly FileMatch[]>;
	/** Returns the problems of a file, of a folder's files, or of all, after waiting until they are up to date. */
	problems(
		path: string | undefined,
		signal: AbortSignal,
	): Promise<readonly { readonly path: string; readonly problems: readonly Problem[] }[]>;
}

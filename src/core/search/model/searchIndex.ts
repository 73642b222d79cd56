import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import type { Wait } from "../../wire/retry";
import type { IndexFacts } from "./indexCatalogue";
import type { SearchQuery } from "./searchQuery";
import type { FoundChunk } from "./vectorSearch";

/** Another window builds the index: this one reads what that has found. */
export class BuiltElsewhereError extends UserError {
	constructor() {
		super(l10n.t("Another window takes care of this index; what it finds is found here too."));
	}
}

/** Another window has deleted the index while this one had it open. */
export class IndexDeletedError extends UserError {
	constructor() {
		super(l10n.t("The index was deleted meanwhile."), ["buildIndex"]);
	}
}

/** The index's file held no readable index, and was removed. */
export class IndexDamagedError extends UserError {
	constructor() {
		super(l10n.t("The index's file was damaged and had to be removed: build the index anew."), ["buildIndex"]);
	}
}

/** The user has stopped the building, in this window or another one. */
export class IndexPausedError extends Error {}

/** What a build would cost, before anything is sent. */
export interface BuildPlan {
	readonly gatewayName: string;
	readonly model: string;
	/** The workspace's folders that were read. */
	readonly folders: readonly string[];
	/** The paths of those of them that the user has not agreed to yet. */
	readonly newFolders: readonly string[];
	/** Files in the index, and those of them of which something must be sent. */
	readonly files: number;
	readonly filesToSend: number;
	/** Contents that must be embedded; 0 when nothing is to be sent. */
	readonly missing: number;
	/** About how many tokens they are. */
	readonly tokens: number;
}

/** How far a build is. */
export interface BuildProgress {
	readonly phase: "reading" | "embedding";
	/** Files read in this build, or contents embedded in the whole index, and of how many. */
	readonly done: number;
	readonly total: number;
	/** While contents are embedded: how many were before this build. */
	readonly before?: number;
	/** While contents are embedded: files of which all are, of those of the whole index. */
	readonly files?: { readonly done: number; readonly total: number };
	/** Contents a second, and milliseconds left; absent while nobody can tell. */
	readonly rate?: number;
	readonly left?: number;
	/** Present while the gateway wants us to wait. */
	readonly wait?: Wait;
}

/** What a search has come to. */
export interface SearchResult {
	readonly chunks: readonly FoundChunk[];
	/** Why the gateway did not embed the question, so that keywords alone count; with `until`, it is asked again then. */
	readonly keywordsAlone?: { readonly cause: Error; readonly until?: number };
}

/** Told what the keywords find while the gateway wants us to wait. */
export type OnInterim = (result: SearchResult & { readonly keywordsAlone: Wait }) => void;

/** How a build ended. */
export interface BuildOutcome {
	/** Contents embedded in this build. */
	readonly embedded: number;
	/** Files of which the gateway refused a part, and its last refusal; a build that the user asks for asks again. */
	readonly refused: readonly string[];
	readonly refusal?: string;
}

/** Whether files may be sent: all, none, or none of a folder that the workspace has got since the user agreed. */
export type Consent = "given" | "none" | "folderAdded";

/**
 * The index of a gateway's embedding model, for everything that a person sees of it: the commands, the quick pick,
 * `#codebase`, the tool and the view. `core/search/workspaceIndex.ts` is behind it. How to build:
 *
 * 1. `withLock` keeps other windows from building until all of this is over.
 * 2. `prepare` reads and cuts what has changed. Nothing is sent. Its plan is what the user consents to.
 * 3. `build` sends what is missing, until nothing is, until its signal is aborted (pause and cancel are the same: what was
 *    kept stays) or until it fails with one sentence. Then `prepare` and `build` again go on where it stopped.
 * 4. `follow` takes in files that were changed, added or deleted; `build` then embeds what they brought.
 *
 * All of them throw UserError or GatewayError with a sentence for the user, and leave the index resumable.
 */
export interface SearchIndex {
	/** Which gateway and model it is of. */
	readonly key: string;
	/**
	 * Runs while no other window may build.
	 *
	 * @returns `undefined` when there is no index and none is to be made.
	 * @throws BuiltElsewhereError; IndexDeletedError; IndexDamagedError; what the run throws.
	 */
	withLock<T>(make: boolean, run: () => Promise<T>): Promise<T | undefined>;
	/** How far the user has agreed that what is missing is sent to this gateway; that is deleted with the index. */
	consent(): Promise<Consent>;
	/** Whether so many contents are far more to send than all that there were when they agreed. */
	isMoreThanAgreed(contents: number): Promise<boolean>;
	/** Notes that they have, for some folders of the workspace. @throws as `withLock`. */
	agree(folders: readonly string[]): Promise<void>;
	/** Whether the user has stopped the building, in this window or another one. */
	paused(): Promise<boolean>;
	/** Notes that they have, or have it go on; where there is no index, nothing is noted. */
	setPaused(paused: boolean): Promise<void>;
	/**
	 * Lists, reads and cuts; drops the files that are gone. Makes the index where there is none.
	 *
	 * @throws as `withLock`; UserError when this VS Code has no SQLite with FTS5.
	 */
	prepare(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildPlan>;
	/**
	 * Embeds what is missing.
	 *
	 * @param refusedToo whether to ask again for what the gateway has refused for itself in an earlier build.
	 * @throws as `withLock`; GatewayError; IndexPausedError when that is asked for in another window.
	 */
	build(
		signal: AbortSignal,
		onProgress: (progress: BuildProgress) => void,
		refusedToo?: boolean,
	): Promise<BuildOutcome>;
	/**
	 * Reads some files anew, or compares all, of the folders that the user has agreed to; what was read of others is dropped.
	 * Gives how many contents are to be embedded now, but for what was refused.
	 *
	 * @throws as `withLock`.
	 */
	follow(
		paths: readonly string[] | "all",
		signal: AbortSignal,
		onProgress?: (progress: BuildProgress) => void,
	): Promise<number>;
	/**
	 * Finds chunks by meaning and keywords. While nothing is embedded yet, or the gateway does not embed the question, keywords
	 * alone count.
	 *
	 * @throws GatewayError when the keywords find nothing either; UserError.
	 */
	search(query: SearchQuery, limit: number, signal: AbortSignal, onInterim?: OnInterim): Promise<SearchResult>;
	/** What stands in it; `undefined` while there is no index at all. */
	facts(): Promise<IndexFacts | undefined>;
	/** Deletes the file, whatever state it is in; a window that builds it stops. @throws the file system's error. */
	delete(): Promise<void>;
	/**
	 * Deletes the file, unless something of it is embedded, or another window takes care of it.
	 *
	 * @returns whether there is none now.
	 * @throws as `delete`.
	 */
	deleteUnembedded(): Promise<boolean>;
}

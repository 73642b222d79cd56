import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import type { Wait } from "../../gateway/retry";
import type { IndexFacts } from "./indexCatalogue";
import type { SearchQuery } from "./searchQuery";
import type { FoundChunk } from "./vectorSearch";

/** Another window is building the index; this window can search what is there. */
export class BuiltElsewhereError extends UserError {
	constructor() {
		super(l10n.t("Another window is building this index. Its results appear here, too."));
	}
}

/** Another window has deleted the index while it was open in this one. */
export class IndexDeletedError extends UserError {
	constructor() {
		super(l10n.t("The index was deleted in the meantime."), ["buildIndex"]);
	}
}

/** VS Code lacks a component that the index needs. */
export class SqliteMissingError extends UserError {
	constructor(
		readonly component: string,
		node: string,
	) {
		super(
			l10n.t(
				"Searching by meaning needs VS Code 1.106 or later: the Node.js {1} of this editor has no {0}.",
				component,
				node,
			),
		);
	}
}

/** The index's file was not readable, and was removed. */
export class IndexDamagedError extends UserError {
	constructor() {
		super(l10n.t("The index was damaged and had to be removed. Build it again."), ["buildIndex"]);
	}
}

/** The user has paused the build, in this window or another one. */
export class IndexPausedError extends Error {}

/** The estimated cost of embedding what an index is missing. */
export interface BuildEstimate {
	readonly gatewayName: string;
	readonly model: string;
	/** The number of files in the index, and of those with contents to send. */
	readonly files: number;
	readonly filesToSend: number;
	/** The number of contents to embed; 0 when there is nothing to send. */
	readonly missing: number;
	/** The estimated number of tokens of these contents. */
	readonly tokens: number;
}

/** A build and its cost, before anything is sent. */
export interface BuildPlan extends BuildEstimate {
	/** The workspace folders that were read. */
	readonly folders: readonly string[];
	/** The paths of those folders that the user has not agreed to yet. */
	readonly newFolders: readonly string[];
}

/** The progress of a build. */
export interface BuildProgress {
	readonly phase: "reading" | "embedding";
	/** The number of files read in this build, or of contents embedded in the whole index, and the total. */
	readonly done: number;
	readonly total: number;
	/** While embedding: the number of contents that were embedded before this build. */
	readonly before?: number;
	/** While embedding: the number of completely embedded files, and of all files in the index. */
	readonly files?: { readonly done: number; readonly total: number };
	/** Contents per second, and milliseconds left; absent while unknown. */
	readonly rate?: number;
	readonly left?: number;
	/** Present while the gateway makes the build wait. */
	readonly wait?: Wait;
}

/** The result of a search. */
export interface SearchResult {
	readonly chunks: readonly FoundChunk[];
	/**
	 * The reason why the query was not embedded, so that only keywords were searched; `until` is the time of the next
	 * attempt, in milliseconds since the epoch, if there is one.
	 */
	readonly keywordsAlone?: { readonly cause: Error; readonly until?: number };
}

/** Is called with the keyword results while the gateway makes the search wait. */
export type OnInterim = (result: SearchResult & { readonly keywordsAlone: Wait }) => void;

/** The outcome of a build. */
export interface BuildOutcome {
	/** The number of contents embedded in this build. */
	readonly embedded: number;
	/**
	 * The files of which the gateway refused a part, and its last refusal; a build that the user asks for tries them
	 * again.
	 */
	readonly refused: readonly string[];
	readonly refusal?: string;
}

/** Whether files may be sent: all, none, or none of a folder that was added after the user agreed. */
export type Consent = "given" | "none" | "folderAdded";

/**
 * The index of a gateway's embedding model, as the commands, the quick pick, `#codebase`, the tool and the view use it.
 * Implemented by `WorkspaceIndex`. To build it:
 *
 * 1. `withLock` keeps other windows from building until all of this is done.
 * 2. `prepare` reads and cuts what has changed. Nothing is sent. The user consents to the plan that it returns.
 * 3. `build` sends what is missing until nothing is left, until its signal is aborted (pause and cancel alike: what was
 *    saved is kept), or until it fails with a message. `prepare` and `build` then resume where it stopped.
 * 4. `follow` processes files that were changed, added or deleted; `build` then embeds their new contents.
 *
 * All of them throw UserError or GatewayError with a message for the user, and leave the index resumable.
 */
export interface SemanticIndex {
	/** Identifies the gateway and the model. */
	readonly key: string;
	/**
	 * Runs a function while no other window may build.
	 *
	 * @returns `undefined` when there is no index and none should be created.
	 * @throws BuiltElsewhereError; IndexDeletedError; IndexDamagedError; what the function throws.
	 */
	withLock<T>(make: boolean, run: () => Promise<T>): Promise<T | undefined>;
	/**
	 * Returns how far the user has agreed that files are sent to this gateway; the consent is deleted with the index.
	 */
	consent(): Promise<Consent>;
	/** Returns whether this number of contents is far more than there were when the user agreed. */
	isMoreThanAgreed(contents: number): Promise<boolean>;
	/** Records the user's consent for some of the workspace's folders. @throws as `withLock`. */
	agree(folders: readonly string[]): Promise<void>;
	/** Returns whether the user has paused the build, in this window or another one. */
	paused(): Promise<boolean>;
	/** Records that the user pauses or resumes the build; without an index, nothing is recorded. */
	setPaused(paused: boolean): Promise<void>;
	/**
	 * Lists, reads and cuts the files; removes those that are gone. Creates the index if there is none.
	 *
	 * @throws as `withLock`; UserError when this VS Code has no SQLite with FTS5.
	 */
	prepare(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildPlan>;
	/**
	 * Embeds what is missing.
	 *
	 * @param refusedToo whether to send again the contents that the gateway has refused in an earlier build.
	 * @throws as `withLock`; GatewayError; IndexPausedError when it is paused in another window.
	 */
	build(
		signal: AbortSignal,
		onProgress: (progress: BuildProgress) => void,
		refusedToo?: boolean,
	): Promise<BuildOutcome>;
	/**
	 * Reads some files again, or compares all, in the folders that the user has agreed to; removes what was read of
	 * others. Returns the number of contents to embed now, without refused ones.
	 *
	 * @throws as `withLock`.
	 */
	follow(
		paths: readonly string[] | "all",
		signal: AbortSignal,
		onProgress?: (progress: BuildProgress) => void,
	): Promise<number>;
	/**
	 * Finds chunks by meaning and keywords. Before anything is embedded, or if the query cannot be embedded, only
	 * keywords are searched.
	 *
	 * @throws GatewayError when the keywords find nothing either; UserError.
	 */
	search(query: SearchQuery, limit: number, signal: AbortSignal, onInterim?: OnInterim): Promise<SearchResult>;
	/** Returns the facts about the index; `undefined` when there is none. */
	facts(): Promise<IndexFacts | undefined>;
	/** Deletes the file, whatever its state is; a window that builds it stops. @throws the file system's error. */
	delete(): Promise<void>;
	/**
	 * Deletes the file unless some of it is embedded, or another window is using it.
	 *
	 * @returns whether there is no index now.
	 * @throws as `delete`.
	 */
	deleteUnembedded(): Promise<boolean>;
}

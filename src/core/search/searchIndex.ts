import * as l10n from "@vscode/l10n";
import { UserError } from "../base/errors";
import type { Event } from "../base/event";
import type { Wait } from "../wire/retry";
import type { FoundChunk, IndexFacts } from "./indexStore";

/** Another window builds the index: this one reads what that has found. */
export class BuiltElsewhereError extends UserError {
	constructor() {
		super(l10n.t("Another window takes care of this index; what it finds is found here too."));
	}
}

/** What a build would cost, before anything is sent. */
export interface BuildPlan {
	readonly gatewayName: string;
	readonly model: string;
	readonly files: number;
	readonly chunks: number;
	/** Contents that must be embedded; 0 when nothing is to be sent. */
	readonly missing: number;
	/** About how many tokens they are. */
	readonly tokens: number;
}

/** How far a build is. */
export interface BuildProgress {
	readonly phase: "reading" | "embedding";
	/** Files read, or contents embedded, in this build and of how many. */
	readonly done: number;
	readonly total: number;
	/** Contents a second, and milliseconds left; absent while nobody can tell. */
	readonly rate?: number;
	readonly left?: number;
	/** Present while the gateway wants us to wait. */
	readonly wait?: Wait;
}

/** How a build ended. */
export interface BuildOutcome {
	/** Contents embedded in this build. */
	readonly embedded: number;
	/** Files of which the gateway refused a part, and its last refusal; they are asked again in the next build. */
	readonly refused: readonly string[];
	readonly refusal?: string;
}

/**
 * The workspace's index, for everything that a person sees of it: the commands, the quick pick, `#codebase`, the tool
 * and the view. One index for each gateway's embedding model; `core/search/workspaceIndex.ts` is behind it. How to build:
 *
 * 1. `prepare` reads and cuts what has changed. Nothing is sent. Its plan is what the user consents to.
 * 2. `build` sends what is missing, until nothing is, until its signal is aborted (pause and cancel are the same: what was
 *    kept stays) or until it fails with one sentence. Then `prepare` and `build` again go on where it stopped.
 * 3. `follow` takes in files that were changed, added or deleted; `build` then embeds what they brought.
 *
 * All of them throw UserError or GatewayError with a sentence for the user, and leave the index resumable.
 */
export interface SearchIndex {
	/**
	 * Lists, reads and cuts; drops the files that are gone.
	 *
	 * @throws BuiltElsewhereError; UserError when no gateway or embedding model is chosen; when this VS Code has no SQLite with FTS5.
	 */
	prepare(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildPlan>;
	/** Embeds what is missing. @throws as `prepare`, and GatewayError. */
	build(signal: AbortSignal, onProgress: (progress: BuildProgress) => void): Promise<BuildOutcome>;
	/** Reads some files anew; gives how many contents have no vector now. Does nothing while another window builds. */
	follow(paths: readonly string[], signal: AbortSignal): Promise<number>;
	/**
	 * Finds chunks by meaning and keywords; `path:`, `-path:` and `lang:` in the text are filters. While nothing is embedded
	 * yet, keywords alone count.
	 */
	search(typed: string, limit: number, signal: AbortSignal): Promise<readonly FoundChunk[]>;
	/** What stands in it; `undefined` while there is no index at all. */
	facts(): Promise<IndexFacts | undefined>;
	/** Deletes the file. */
	delete(): Promise<void>;
	/** Lets the file, the worker and the memory go; the next use opens them again. */
	close(): Promise<void>;
	/** Fires when chunks or vectors were changed by this window. */
	readonly onDidChange: Event<void>;
}

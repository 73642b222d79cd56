import type { Failure } from "../../../shared/conversation";
import type { MethodNames } from "../../../shared/rpc";
import type { UserError } from "../../base/errors";
import type { Chunker } from "./chunker";
import type { IndexCatalogue } from "./indexCatalogue";
import { BuiltElsewhereError, IndexDamagedError, IndexDeletedError, SqliteMissingError } from "./semanticIndex";
import type { VectorSearch } from "./vectorSearch";

/** The location and the model of an index. */
export interface IndexLocation {
	readonly file: string;
	readonly model: string;
}

/** The data that the index worker is started with. */
export interface WorkerStart {
	readonly location: IndexLocation;
	/** Whether to create the index if there is none. */
	readonly make: boolean;
	/** The folder of tree-sitter's runtime and grammars. */
	readonly grammars: string;
}

/** The calls that the worker answers: those of all parts of its index, and of the index as a whole. */
export interface WorkerCalls extends IndexCatalogue, Chunker, VectorSearch {
	/** Returns whether there is an index; called first. */
	opened(): Promise<boolean>;
	close(): Promise<void>;
}

/** The calls of each part of the index. */
export const catalogueMethods: MethodNames<IndexCatalogue> = {
	beginListing: true,
	listed: true,
	endListing: true,
	agreed: true,
	agreedContents: true,
	agree: true,
	paused: true,
	setPaused: true,
	markDeleted: true,
	size: true,
	facts: true,
	lock: true,
	unlock: true,
};
export const chunkerMethods: MethodNames<Chunker> = {
	cut: true,
	missing: true,
	countMissing: true,
	unfinishedFiles: true,
	sample: true,
	prune: true,
};
export const vectorMethods: MethodNames<VectorSearch> = {
	saveVectors: true,
	refuse: true,
	refused: true,
	dimension: true,
	findChunks: true,
};

/** The reason why a call failed; with a stack if it was unexpected. */
export interface WorkerFailure extends Failure {
	readonly stack?: string;
}

/**
 * The errors after which the worker has closed its file, by the reason with which it reports them; the main thread
 * creates them anew, with the failure's message and the version of Node.js.
 */
export const workerErrors = {
	sqliteMissing: SqliteMissingError,
	damaged: IndexDamagedError,
	deleted: IndexDeletedError,
	/** The index is damaged, and another window builds it. */
	builtElsewhere: BuiltElsewhereError,
} satisfies Record<string, new (message: string, node: string) => UserError>;

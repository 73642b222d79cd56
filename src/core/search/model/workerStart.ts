import type { Failure } from "../../../shared/conversation";
import type { MethodNames } from "../../../shared/rpc";
import type { Chunker } from "./chunker";
import type { IndexCatalogue } from "./indexCatalogue";
import type { VectorSearch } from "./vectorSearch";

/** Where an index is, and of which model. */
export interface IndexLocation {
	readonly file: string;
	readonly model: string;
}

/** What the index worker is started with. */
export interface WorkerStart {
	readonly location: IndexLocation;
	/** Whether the index is to be made where there is none. */
	readonly make: boolean;
	/** The folder of tree-sitter's runtime and grammars. */
	readonly grammars: string;
}

/** The calls that the worker answers: those of all parts of its index, and of the index as a whole. */
export interface WorkerCalls extends IndexCatalogue, Chunker, VectorSearch {
	/** The first call: whether there is an index. */
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
	keep: true,
	refuse: true,
	refused: true,
	dimension: true,
	findChunks: true,
};

/** Why a call failed; with a stack where it was not expected. */
export interface WorkerFailure extends Failure {
	readonly stack?: string;
}

/** Why a call failed, where that is known. */
export const workerFailures = {
	/** There is no SQLite with FTS5. */
	sqliteMissing: "sqliteMissing",
	damaged: "damaged",
	deleted: "deleted",
	/** It is damaged, and another window builds it. */
	builtElsewhere: "builtElsewhere",
} as const;

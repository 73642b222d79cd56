import type { Failure } from "../../../shared/conversation";
import type { IndexStore } from "./indexStore";

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

/** What the worker answers. */
export interface WorkerCalls extends Omit<IndexStore, "ended"> {
	/** The first call: whether there is an index. */
	opened(): Promise<boolean>;
}

/** Why a call failed; with a stack where nobody expected that. */
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

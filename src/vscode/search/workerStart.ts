import type { IndexLocation } from "./indexService";

/** What the index worker is started with. */
export interface WorkerStart {
	readonly location: IndexLocation;
	/** The folder of tree-sitter's runtime and grammars. */
	readonly grammars: string;
}

/** Why a call failed, when there is no SQLite with FTS5 to answer it. */
export const sqliteMissing = "sqliteMissing";

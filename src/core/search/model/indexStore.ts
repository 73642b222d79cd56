import type { Chunker } from "./chunker";
import type { IndexCatalogue } from "./indexCatalogue";
import type { VectorSearch } from "./vectorSearch";

/**
 * One index and its file. Cuts, quantizes, stores and searches, off the main thread; sends nothing. If the process is
 * killed at any moment, the file is as it was between two calls.
 */
export interface IndexStore {
	/** Whether it cannot respond any more: its worker or its file is gone. */
	readonly ended: boolean;
	readonly catalogue: IndexCatalogue;
	readonly chunker: Chunker;
	readonly vectors: VectorSearch;
	close(): Promise<void>;
}

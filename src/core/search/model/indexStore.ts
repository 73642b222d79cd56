import type { Chunker } from "./chunker";
import type { IndexCatalogue } from "./indexCatalogue";
import type { VectorSearch } from "./vectorSearch";

/**
 * One index in its file. It cuts, quantises, keeps and scans, off the main thread; it sends nothing. After a kill at any
 * moment the file is as it was between two calls.
 */
export interface IndexStore {
	/** Whether it can answer no more calls: its worker or its file is gone. */
	readonly ended: boolean;
	readonly catalogue: IndexCatalogue;
	readonly chunker: Chunker;
	readonly vectors: VectorSearch;
	close(): Promise<void>;
}

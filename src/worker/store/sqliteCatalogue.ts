import type {
	FileEntry,
	FileToRead,
	IndexCatalogue,
	IndexFacts,
	IndexSize,
} from "../../core/search/model/indexCatalogue";
import { sizeOf, stampOf } from "../chunking/fileReader";
import type { ChunkTables } from "./chunkTables";
import {
	agreedContents,
	agreedFolders,
	agreeTo,
	databaseSize,
	isPaused,
	markDeleted,
	setPaused,
} from "./indexDatabase";
import type { OpenSqliteIndex } from "./openSqliteIndex";
import type { SqliteChunker } from "./sqliteChunker";
import type { UnusedContents } from "./unusedContents";
import type { VectorMemory } from "./vectorMemory";

interface CatalogueParts {
	readonly chunks: ChunkTables;
	readonly unused: UnusedContents;
	readonly memory: VectorMemory;
	readonly chunker: SqliteChunker;
}

/** The files, the consent and the state of an index, stored in its file. */
export class SqliteCatalogue implements IndexCatalogue {
	/** The stamps of known files that have not been listed yet. */
	#unlisted = new Map<string, string>();

	constructor(
		private readonly index: OpenSqliteIndex,
		private readonly parts: CatalogueParts,
	) {}

	async beginListing(within?: readonly string[]): Promise<void> {
		this.parts.unused.noteUsed();
		this.#unlisted = this.parts.chunks.stamps(within);
	}

	async listed(files: readonly FileEntry[]): Promise<readonly FileToRead[]> {
		return files.flatMap((file) => {
			const { path } = file;
			const before = this.#unlisted.get(path);
			this.#unlisted.delete(path);
			const stamp = stampOf(file);
			return before === stamp ? [] : { path, size: sizeOf(file, stamp) };
		});
	}

	async endListing(except: readonly string[] = []): Promise<void> {
		const kept = (path: string) => except.some((folder) => path.startsWith(`${folder}/`));
		const gone = [...this.#unlisted.keys()].filter((path) => !kept(path));
		this.#unlisted.clear();
		if (gone.length > 0) this.parts.chunker.remove(gone);
	}

	async agreed(): Promise<readonly string[]> {
		return agreedFolders(this.index.db);
	}

	async agreedContents(): Promise<number> {
		return agreedContents(this.index.db);
	}

	async agree(folders: readonly string[]): Promise<void> {
		this.index.inBuilt(() => agreeTo(this.index.db, folders));
	}

	async paused(): Promise<boolean> {
		return isPaused(this.index.db);
	}

	async setPaused(paused: boolean): Promise<void> {
		setPaused(this.index.db, paused);
	}

	async markDeleted(): Promise<void> {
		markDeleted(this.index.db);
	}

	async size(): Promise<IndexSize> {
		return this.index.counts.size;
	}

	async facts(): Promise<IndexFacts> {
		const { counts, vectors, location } = this.index;
		this.index.assertNotDeleted();
		return {
			...counts.current,
			dimension: vectors.dimension,
			missing: vectors.countMissing(true),
			leftOut: this.parts.chunks.leftOut(),
			refused: vectors.refused(),
			bytesOnDisk: databaseSize(location.file),
			bytesInMemory: this.parts.memory.bytes,
		};
	}

	async lock(): Promise<boolean> {
		return this.index.lock();
	}

	async unlock(): Promise<void> {
		this.index.unlock();
	}
}

import type { Chunker, FileToCut, MissingContent, MissingSample } from "../../core/search/model/chunker";
import { languageOf } from "../../core/search/model/languages";
import { readAndCut } from "../chunking/fileReader";
import type { SyntaxCutter } from "../chunking/syntaxTrees";
import type { ChunkTables, ContentChange } from "./chunkTables";
import { transaction } from "./indexDatabase";
import type { OpenSqliteIndex } from "./openSqliteIndex";
import type { UnusedContents } from "./unusedContents";
import type { VectorMemory } from "./vectorMemory";

interface ChunkerParts {
	readonly chunks: ChunkTables;
	readonly unused: UnusedContents;
	readonly memory: VectorMemory;
	readonly syntax: SyntaxCutter;
}

/** Cuts files into chunks, and stores them in the index's file. */
export class SqliteChunker implements Chunker {
	constructor(
		private readonly index: OpenSqliteIndex,
		private readonly parts: ChunkerParts,
	) {}

	async cut(files: readonly FileToCut[]): Promise<void> {
		const { chunks, syntax } = this.parts;
		const grammars = new Set(files.flatMap(({ entry }) => languageOf(entry.path).grammar ?? []));
		await Promise.all([...grammars].map((grammar) => syntax.load(grammar)));
		const cut = files.map((file) => readAndCut(file, syntax)).filter((file) => !chunks.isLeftOut(file));
		if (cut.length === 0) return;
		this.#change((change) => chunks.replace(cut, change));
	}

	/** Removes files that are gone. */
	remove(paths: readonly string[]): void {
		this.#change((change) => {
			for (const path of paths) this.parts.chunks.remove(path, change);
		});
	}

	async missing(after: number, limit: number, refusedToo: boolean): Promise<readonly MissingContent[]> {
		return this.index.vectors.missing(after, limit, refusedToo);
	}

	async countMissing(refusedToo: boolean): Promise<number> {
		return this.index.vectors.countMissing(refusedToo);
	}

	async unfinishedFiles(refusedToo: boolean): Promise<number> {
		return this.index.vectors.unfinishedFiles(refusedToo);
	}

	async sample(count: number): Promise<MissingSample> {
		return this.index.vectors.sample(count);
	}

	async prune(): Promise<void> {
		transaction(this.index.db, () => this.index.vectors.dropSome(this.parts.unused.prune()));
	}

	#change(run: (change: ContentChange) => void): void {
		const { chunks, unused, memory } = this.parts;
		const change: ContentChange = { added: new Set(), dropped: new Set() };
		const outOfUse = this.index.change(() => {
			run(change);
			const dropped = [...change.dropped].filter((id) => !chunks.isUsed(id));
			unused.change(dropped, change.added);
			return dropped;
		});
		memory.change(change.added, outOfUse);
	}
}

import { appendAll } from "../../../shared/untrusted/appendAll";
import type { FileToCut } from "../model/chunker";
import { leftOutByName } from "../model/indexableFile";
import type { FileEntry } from "../model/indexCatalogue";
import type { IndexStore } from "../model/indexStore";
import type { BuildProgress } from "../model/semanticIndex";

/** A folder of the workspace. */
export interface IndexedFolder {
	/** A unique id, such as its address. */
	readonly id: string;
	/** The prefix of its files' paths; empty if it is the only folder. */
	readonly path: string;
}

/** The files of a workspace that belong in its index. */
export interface WorkspaceFiles {
	folders(): readonly IndexedFolder[];
	/**
	 * Lists the files in batches.
	 *
	 * @param folders the ids of the folders to list.
	 * @param within limits the list to these paths, and everything below them.
	 */
	list(
		signal: AbortSignal,
		folders: readonly string[],
		within?: readonly string[],
	): AsyncIterable<readonly FileEntry[]>;
	/** Returns the ids of the folders that could not be listed the last time, so that their files are unknown. */
	unlisted(): readonly string[];
	/** Reads the bytes of a file without a location; returns `undefined` when that fails. */
	read(entry: FileEntry): Promise<Uint8Array | undefined>;
}

/** Number of files that are read and cut in one step: few, because a search may wait behind them. */
const filesAtOnce = 32;

/** A comparison of an index with the workspace. */
interface FileReading {
	readonly store: IndexStore;
	readonly files: WorkspaceFiles;
	/** The ids of the folders that are read; everything else is removed. */
	readonly folders: readonly string[];
	/** The ids of the folders whose files stay in the index even if they cannot be listed. */
	readonly kept: readonly string[];
	/** Limits the comparison to these paths, and everything below them; files with these very paths count as changed. */
	readonly within?: readonly string[] | undefined;
}

/** Removes files that are gone from an index, and cuts new and changed ones. Nothing is sent. */
export async function readFiles(
	{ store, files, folders, kept, within }: FileReading,
	signal: AbortSignal,
	onProgress: (progress: BuildProgress) => void,
): Promise<void> {
	const named = new Set(within);
	const due: FileEntry[] = [];
	await store.catalogue.beginListing(within);
	for await (const entries of files.list(signal, folders, within)) {
		const changed = new Set(await store.catalogue.listed(entries));
		appendAll(
			due,
			entries.filter(({ path }) => changed.has(path) || named.has(path)),
		);
		signal.throwIfAborted();
	}
	signal.throwIfAborted();
	const unlisted = files.unlisted().filter((id) => kept.includes(id));
	await store.catalogue.endListing(files.folders().flatMap(({ id, path }) => (unlisted.includes(id) ? path : [])));
	onProgress({ phase: "reading", done: 0, total: due.length });
	for (let done = 0; done < due.length; ) {
		signal.throwIfAborted();
		const some = due.slice(done, done + filesAtOnce);
		await cutFiles(store, files, some);
		done += some.length;
		onProgress({ phase: "reading", done, total: due.length });
	}
	// Removes contents that are left out from now on and were never embedded.
	if (!within) await store.chunker.prune();
}

async function cutFiles(store: IndexStore, files: WorkspaceFiles, entries: readonly FileEntry[]): Promise<void> {
	if (entries.length === 0) return;
	const read = async (entry: FileEntry): Promise<FileToCut> => {
		const { path, location, size = 0 } = entry;
		// The file may be remote and large.
		const isWanted = location === undefined && leftOutByName(path, size) === undefined;
		return isWanted ? { entry, bytes: await files.read(entry) } : { entry };
	};
	await store.chunker.cut(await Promise.all(entries.map(read)));
}

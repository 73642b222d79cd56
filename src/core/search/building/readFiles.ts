import { appendAll } from "../../../shared/untrusted/appendAll";
import type { FileToCut } from "../model/chunker";
import { largestFile, leftOutByName } from "../model/indexableFile";
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

/**
 * The limits of what is read and cut in one step: little, because a search may wait behind it, but not less, because
 * storing many small steps takes longer.
 */
const step = { files: 256, bytes: 1024 * 1024 };

/** A file that is to be read and cut. */
interface DueFile {
	readonly entry: FileEntry;
	/** Its size in bytes; the largest possible for an unchanged file. */
	readonly size: number;
}

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
	const due: DueFile[] = [];
	await store.catalogue.beginListing(within);
	for await (const entries of files.list(signal, folders, within)) {
		const sizes = new Map((await store.catalogue.listed(entries)).map(({ path, size }) => [path, size]));
		appendAll(
			due,
			entries.flatMap((entry) => {
				const size = sizes.get(entry.path) ?? (named.has(entry.path) ? largestFile : undefined);
				return size === undefined ? [] : { entry, size };
			}),
		);
		signal.throwIfAborted();
	}
	signal.throwIfAborted();
	const unlisted = files.unlisted().filter((id) => kept.includes(id));
	await store.catalogue.endListing(files.folders().flatMap(({ id, path }) => (unlisted.includes(id) ? path : [])));
	onProgress({ phase: "reading", done: 0, total: due.length });
	for (let done = 0; done < due.length; ) {
		signal.throwIfAborted();
		const end = endOfStep(due, done);
		await cutFiles(store, files, due.slice(done, end));
		done = end;
		onProgress({ phase: "reading", done, total: due.length });
	}
	// Removes contents that are left out from now on and were never embedded.
	if (!within) await store.chunker.prune();
}

/** Returns where the step ends that begins at `start`: it has one file at least, of whatever size. */
function endOfStep(due: readonly DueFile[], start: number): number {
	let bytes = 0;
	for (let end = start; end < due.length; end++) {
		const { entry, size } = due[end] as DueFile;
		if (leftOutByName(entry.path, size) === undefined) bytes += size;
		if (end > start && (bytes > step.bytes || end - start === step.files)) return end;
	}
	return due.length;
}

async function cutFiles(store: IndexStore, files: WorkspaceFiles, due: readonly DueFile[]): Promise<void> {
	const read = async ({ entry }: DueFile): Promise<FileToCut> => {
		const { path, location, size = 0 } = entry;
		// The file may be remote and large.
		const isWanted = location === undefined && leftOutByName(path, size) === undefined;
		return isWanted ? { entry, bytes: await files.read(entry) } : { entry };
	};
	await store.chunker.cut(await Promise.all(due.map(read)));
}

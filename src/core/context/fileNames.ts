import { type ComparablePath, comparablePath, FileQuery, isExactScore } from "./fileQuery";

/** A file or folder, by its path with `/` between the names. */
interface Named {
	readonly path: string;
}

interface Entry<T> extends ComparablePath {
	readonly item: T;
}

interface Ranked<T> {
	readonly entry: Entry<T>;
	/** Lower for exact matches; among these, and among the others, lowest for open files, then for recent ones. */
	readonly group: number;
	readonly score: number;
}

/** Paths that come before other matches: those of open files, then those of recent ones. */
export interface PreferredPaths {
	readonly open: ReadonlySet<string>;
	readonly recent: ReadonlySet<string>;
}

const noPreference: PreferredPaths = { open: new Set(), recent: new Set() };

/** The names of many files, in a form that is quick to search after each keystroke. */
export class FileNames<T extends Named> {
	readonly #files = new Map<string, Entry<T>>();
	#folders: readonly Entry<Named>[] | undefined;

	get size(): number {
		return this.#files.size;
	}

	add(item: T): void {
		this.#files.set(item.path, { ...comparablePath(item.path), item });
		this.#folders = undefined;
	}

	/** Removes a file, or a folder with everything in it. */
	delete(path: string): void {
		this.#folders = undefined;
		if (this.#files.delete(path)) return;
		for (const other of this.#files.keys()) if (other.startsWith(`${path}/`)) this.#files.delete(other);
	}

	/**
	 * Returns the files that match the typed text: exact matches first, then open files, then recent ones; in each group
	 * the best first, and shorter paths before longer ones. Fuzzy matches are included.
	 *
	 * @param most maximum number of results.
	 */
	find(typed: string, most: number, preferred: PreferredPaths): readonly T[] {
		return best(typed, this.#files.values(), most, preferred);
	}

	/**
	 * Returns the folders of the files that match in the same way; after a slash at the end, also the folders in them.
	 */
	findFolders(typed: string, most: number): readonly Named[] {
		this.#folders ??= foldersOf(this.#files.keys());
		const named = best(typed.replace(/[\\/]$/, ""), this.#folders, most, noPreference);
		return /[\\/]$/.test(typed)
			? unique([...named, ...best(typed, this.#folders, most, noPreference)]).slice(0, most)
			: named;
	}
}

/** Returns the matching items of a short list, the best first, as `FileNames` does. */
export function bestNamed<T extends Named>(typed: string, items: readonly T[], most: number): readonly T[] {
	return best(
		typed,
		items.map((item) => ({ ...comparablePath(item.path), item })),
		most,
		noPreference,
	);
}

function best<T extends Named>(
	typed: string,
	entries: Iterable<Entry<T>>,
	most: number,
	{ open, recent }: PreferredPaths,
): readonly T[] {
	const query = new FileQuery(typed);
	if (query.isTooLong) return [];
	const found: Ranked<T>[] = [];
	const rank = (entry: Entry<T>, score: number | undefined) => {
		if (score === undefined) return;
		const { path } = entry.item;
		const group = (isExactScore(score) ? 0 : 3) + (open.has(path) ? 0 : recent.has(path) ? 1 : 2);
		insert(found, { entry, group, score }, most);
	};
	// Each way of matching adds entries that the ways before it missed, while there is room. They come after the earlier
	// results, except for open and recent files.
	const isPreferred = ({ item }: Entry<T>) => open.has(item.path) || recent.has(item.path);
	let left: readonly Entry<T>[] = [...entries];
	const match = (score: (entry: Entry<T>) => number | undefined, which: (entry: Entry<T>) => boolean) => {
		left = left.filter((entry) => {
			const found = which(entry) ? score(entry) : undefined;
			if (found !== undefined) rank(entry, found);
			return found === undefined;
		});
	};
	match(
		(entry) => query.plainScore(entry),
		() => true,
	);
	const isFull = found.length === most;
	match(
		(entry) => query.nameScore(entry),
		(entry) => !isFull || isPreferred(entry),
	);
	// Tried last, because most paths contain the letters of a short query somewhere.
	if (found.length === 0)
		match(
			(entry) => query.pathScore(entry),
			() => true,
		);
	return found.map(({ entry }) => entry.item);
}

/** Inserts into a sorted list of limited length: sorting everything takes longer than finding it. */
function insert<T>(sorted: Ranked<T>[], added: Ranked<T>, most: number): void {
	const last = sorted.at(-1);
	if (sorted.length === most && (!last || order(last, added) <= 0)) return;
	let [from, to] = [0, sorted.length];
	while (from < to) {
		const middle = (from + to) >> 1;
		if (order(sorted[middle] as Ranked<T>, added) <= 0) from = middle + 1;
		else to = middle;
	}
	sorted.splice(from, 0, added);
	if (sorted.length > most) sorted.pop();
}

function order<T>(a: Ranked<T>, b: Ranked<T>): number {
	if (a.group !== b.group) return a.group - b.group;
	if (a.score !== b.score) return b.score - a.score;
	const [one, other] = [a.entry.path, b.entry.path];
	return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}

function foldersOf(files: Iterable<string>): readonly Entry<Named>[] {
	const found = new Map<string, Entry<Named>>();
	for (const file of files) {
		for (let at = file.lastIndexOf("/"); at > 0; at = file.lastIndexOf("/", at - 1)) {
			const path = file.slice(0, at);
			if (found.has(path)) break;
			found.set(path, { ...comparablePath(path), item: { path } });
		}
	}
	return [...found.values()];
}

function unique(folders: readonly Named[]): readonly Named[] {
	return [...new Map(folders.map((folder) => [folder.path, folder])).values()];
}

import { importedPackage, type ModuleGraph } from "./structureGraph";

/**
 * The imports of a folder's entries (its files and subfolders) of each other: for each pair, each import by one file of
 * another.
 */
type Entries = Map<string, Map<string, string[]>>;

/** The kind of cycles to find: between files and folders, or only between files. */
type Level = "folders" | "files";

/**
 * Finds import cycles below a folder, including type-only and dynamic imports. In each folder, its files and subfolders
 * must form no cycle, where a subfolder counts as one with all its content. A file may therefore use a subfolder that
 * uses another file beside it.
 */
export function cycleProblems(graph: ModuleGraph, root: string, level: Level): string[] {
	return [...entriesByFolder(graph, root, level)].flatMap(([folder, entries]) =>
		[...cyclesIn(entries)].map((cycle) => `${folder}: has the import cycle ${cycle}`),
	);
}

function entriesByFolder(graph: ModuleGraph, root: string, level: Level): Map<string, Entries> {
	const folders = new Map<string, Entries>();
	for (const { path, imports } of graph.sources) {
		if (!path.startsWith(`${root}/`)) continue;
		for (const { text } of imports) {
			const target = importedPackage(text) === undefined ? graph.resolve(path, text) : undefined;
			if (!target?.startsWith(`${root}/`) || target === path) continue;
			const { folder, from, to } =
				level === "files" ? { folder: root, from: path, to: target } : commonFolder(path, target);
			const entries = entry(folders, folder, (): Entries => new Map());
			const imported = entry(entries, from, (): Map<string, string[]> => new Map());
			entry(imported, to, (): string[] => []).push(`${path} imports ${target}`);
		}
	}
	return folders;
}

/** Returns the deepest common folder of two files, and the entries of it that contain them. */
function commonFolder(first: string, second: string): { folder: string; from: string; to: string } {
	const [from, to] = [first.split("/"), second.split("/")];
	const depth = from.findIndex((name, index) => name !== to[index]);
	return { folder: from.slice(0, depth).join("/"), from: from[depth] ?? "", to: to[depth] ?? "" };
}

/** Yields the shortest cycle, removes its step with the fewest imports, and repeats this until no cycle remains. */
function* cyclesIn(entries: Entries): Generator<string> {
	for (;;) {
		const cycle = [...entries.keys()]
			.flatMap((name) => [shortestCycle(entries, name) ?? []])
			.filter(({ length }) => length > 0)
			.sort((a, b) => a.length - b.length)[0];
		if (!cycle) return;
		const steps = cycle.map((from, index) => ({ from, to: cycle[(index + 1) % cycle.length] ?? "" }));
		const importsOf = ({ from, to }: { from: string; to: string }) => entries.get(from)?.get(to) ?? [];
		yield `${[...cycle, cycle[0]].join(" → ")} (${steps.map((step) => importsOf(step)[0]).join("; ")})`;
		const [weakest] = steps.sort((a, b) => importsOf(a).length - importsOf(b).length);
		if (weakest) entries.get(weakest.from)?.delete(weakest.to);
	}
}

/** Returns the shortest path from an entry back to itself, found breadth-first. */
function shortestCycle(entries: Entries, start: string): string[] | undefined {
	const before = new Map<string, string>();
	const queue = [start];
	for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
		for (const next of entries.get(name)?.keys() ?? []) {
			if (next === start) return wayTo(name, start, before);
			if (before.has(next)) continue;
			before.set(next, name);
			queue.push(next);
		}
	}
	return undefined;
}

function wayTo(end: string, start: string, before: ReadonlyMap<string, string>): string[] {
	const way = [end];
	for (let at = end; at !== start; way.unshift(at)) at = before.get(at) ?? start;
	return way;
}

/** Returns the value of a key, which is created if it is missing. */
function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
	const value = map.get(key) ?? make();
	map.set(key, value);
	return value;
}

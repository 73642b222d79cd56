import { posix } from "node:path";
import type { Source } from "./structureSource";

/** Maximum number of TypeScript files directly in a folder. */
const mostFiles = 26;
/** Maximum number of lines of a tiny file. */
const tinyLines = 20;
/** Maximum share of tiny files in `src`, in per cent. */
const mostTiny = 12;

/** Finds folders with too many files, and too many tiny files in `src`. */
export function folderProblems(sources: readonly Source[]): string[] {
	const files = new Map<string, number>();
	for (const { path } of sources.filter(isTypeScript))
		files.set(posix.dirname(path), (files.get(posix.dirname(path)) ?? 0) + 1);
	const crowded = [...files]
		.filter(([, count]) => count > mostFiles)
		.map(([folder, count]) => `${folder}: has ${count} files; ${mostFiles} is the most`);
	return [...crowded, ...tinyProblems(sources.filter(isProduct))];
}

function tinyProblems(sources: readonly Source[]): string[] {
	const tiny = sources.filter(({ lines }) => lines <= tinyLines).sort((a, b) => a.lines - b.lines);
	if (tiny.length * 100 <= sources.length * mostTiny) return [];
	const share = ((tiny.length * 100) / sources.length).toFixed(1);
	const names = tiny.map(({ path, lines }) => `${posix.basename(path)} (${lines})`).join(", ");
	const most = `${mostTiny} % is the most`;
	return [
		`src: ${tiny.length} of ${sources.length} files (${share} %) have ${tinyLines} lines or fewer; ${most}: ${names}`,
	];
}

/** Finds files of `src` of the same name, and exports of the same name. */
export function nameProblems(sources: readonly Source[]): string[] {
	const product = sources.filter(isProduct);
	// Windows and macOS ignore case in file names.
	const files = sharedNames(product.map(({ path }) => [posix.basename(path).toLowerCase(), path]));
	const exports = sharedNames(product.flatMap(({ path, exports }) => exports.map((name) => [name, path] as const)));
	return [
		...files.map(([name, paths]) => `${paths[0]}: is called ${name}, and so is ${paths.slice(1).join(", ")}`),
		...exports.map(([name, paths]) => `${paths[0]}: exports ${name}, and so does ${paths.slice(1).join(", ")}`),
	];
}

function sharedNames(named: readonly (readonly [name: string, path: string])[]): [string, string[]][] {
	const paths = new Map<string, string[]>();
	for (const [name, path] of named) paths.set(name, [...(paths.get(name) ?? []), path]);
	return [...paths].filter(([, { length }]) => length > 1);
}

function isTypeScript({ path }: Source): boolean {
	return path.endsWith(".ts");
}

function isProduct({ path }: Source): boolean {
	return path.startsWith("src/") && path.endsWith(".ts");
}

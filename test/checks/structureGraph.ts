import { posix } from "node:path";
import type { Source } from "./structureSource";

/** The files of a repository and their imports of each other. */
export interface ModuleGraph {
	readonly sources: readonly Source[];
	/** Returns the file to which a relative specifier refers. */
	resolve(from: string, specifier: string): string | undefined;
}

export function moduleGraph(sources: readonly Source[], paths: ReadonlySet<string>): ModuleGraph {
	return {
		sources,
		resolve(from, specifier) {
			const path = posix.join(posix.dirname(from), specifier);
			return [path, `${path}.ts`, `${path}.d.ts`, `${path}/index.ts`].find((one) => paths.has(one));
		},
	};
}

/** Returns the name of the package to which a specifier refers, without the path in it; `undefined` for a relative one. */
export function importedPackage(specifier: string): string | undefined {
	if (specifier.startsWith(".")) return undefined;
	return specifier
		.split("/")
		.slice(0, specifier.startsWith("@") ? 2 : 1)
		.join("/");
}

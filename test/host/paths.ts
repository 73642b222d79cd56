import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Returns the nearest folder at or above this bundle that `accepts` accepts; esbuild decides how deep a chunk lies. */
function nearest(accepts: (folder: string) => boolean, what: string): string {
	for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
		if (accepts(folder)) return folder;
		if (folder === dirname(folder)) throw new Error(`The tests were moved away from ${what}.`);
	}
}

function isRepository(folder: string): boolean {
	const manifest = join(folder, "package.json");
	return existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === "gatehouse";
}

/** The repository: where package.json is. */
export const repositoryFolder = nearest(isRepository, "their repository");

/** The folder of the built tests. Each bundle has the same path below it as its source has below `test/`. */
export const bundlesFolder = nearest(
	(folder) => existsSync(join(folder, "host", "vscodeInBrowser.main.js")),
	"the other bundles",
);

/** The folder of files that are installed once and kept between runs; git ignores it. */
export const cacheFolder = join(repositoryFolder, ".vscode-test");

/** The variable with the folder that keeps a run's packages: each is built once, for all test files. */
export const packagesVariable = "GATEHOUSE_TEST_PACKAGES";

/**
 * Makes every Node that this process starts keep compiled code in the cache folder, with which VS Code's server starts
 * with a third less work. The benches do not use it, because they measure what users have. Node 20 ignores it.
 */
export function keepCompiledCode(): void {
	process.env.NODE_COMPILE_CACHE ??= join(cacheFolder, "compiledCode");
}

import { join } from "node:path";
import esbuild, { type BuildOptions } from "esbuild";
import { bundlesFolder, repositoryFolder } from "../host/paths";

/** The folder of the bench's own builds; the next build removes it. */
export const benchFolder = join(bundlesFolder, "bench", "built");

/** Bundles for production like esbuild.js: with all dependencies, minified. */
export async function productionBundle(options: BuildOptions): Promise<void> {
	await esbuild.build({
		absWorkingDir: repositoryFolder,
		bundle: true,
		format: "esm",
		splitting: true,
		platform: "node",
		target: "node20",
		minify: true,
		legalComments: "none",
		alias: { "@vscode/l10n": "@vscode/l10n/dist/browser.js" },
		chunkNames: "chunks/[name]-[hash]",
		logLevel: "error",
		...options,
	});
}

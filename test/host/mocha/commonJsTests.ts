import { writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { repositoryFolder } from "../paths";
import { mochaBuildVariable } from "./runMocha";

/** A module of tests for an extension host in which no CommonJS module can require an ES module. */
export interface CommonJsTests {
	/** A module that exports `run()`. */
	readonly module: string;
	/** Variables for the extension host's environment. */
	readonly env: Readonly<Record<string, string>>;
}

/**
 * Writes a CommonJS entry beside an ES module of tests, which VS Code can require, and a build of mocha in one file, because
 * mocha's own CommonJS part requires an ES module.
 */
export async function commonJsTests(module: string): Promise<CommonJsTests> {
	const { build } = await import("esbuild");
	const folder = dirname(module);
	const entry = join(folder, "oldest.cjs");
	const mocha = join(folder, "mocha.cjs");
	await writeFile(entry, `exports.run = async () => (await import("./${basename(module)}")).run();\n`);
	await build({
		stdin: { contents: 'module.exports = require("mocha").default;', resolveDir: repositoryFolder },
		outfile: mocha,
		bundle: true,
		platform: "node",
		format: "cjs",
		logLevel: "warning",
	});
	return { module: entry, env: { [mochaBuildVariable]: mocha } };
}

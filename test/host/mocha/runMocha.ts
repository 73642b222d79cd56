import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { MochaArguments } from "./mochaArguments";

/** The variable that names another build of mocha. */
export const mochaBuildVariable = "GATEHOUSE_MOCHA_BUILD";

/** The numbers of tests of a run, by result. */
export interface TestCounts {
	readonly passed: number;
	readonly failed: number;
	readonly pending: number;
}

interface RunOptions {
	/** The folders whose `*.test.js` files run, in the order of their paths. */
	readonly folders: readonly string[];
	/** The names of the files that start first, in this order, without the suffix. */
	readonly first?: readonly string[];
	/** Time limit for one test, in milliseconds. */
	readonly timeout: number;
	readonly color: boolean;
	readonly arguments: MochaArguments;
	/**
	 * Number of files that run at once, each in its own process; if not given, one after the other in this process.
	 */
	readonly jobs?: number;
	/** Modules with hooks around all tests, for files that run in their own processes, which load them. */
	readonly require?: readonly string[];
}

/** Runs tests and prints the result of each test, or of each file, when it ends. A run without any test counts as one failure. */
export async function runMocha(options: RunOptions): Promise<TestCounts> {
	const { folders, first = [], timeout, color, arguments: chosen, jobs, require = [] } = options;
	const parallel = jobs === undefined ? {} : { parallel: true, jobs, require: [...require] };
	const { default: Mocha }: { default: typeof import("mocha") } = await import(
		process.env[mochaBuildVariable] ?? "mocha"
	);
	const mocha = new Mocha({ ui: "bdd", reporter: "spec", timeout, color, forbidOnly: true, ...parallel, ...chosen });
	const files = (await Promise.all(folders.map(testFiles))).flat();
	const unknown = first.filter((name) => !files.some((file) => file.endsWith(`/${name}.test.js`)));
	if (unknown.length > 0) throw new Error(`no test file is called ${unknown.join(", ")}`);
	const place = (file: string) => {
		const found = first.findIndex((name) => file.endsWith(`/${name}.test.js`));
		return found === -1 ? first.length : found;
	};
	for (const file of files.sort((a, b) => place(a) - place(b))) mocha.addFile(file);
	if (jobs === undefined) await mocha.loadFilesAsync();
	return new Promise((resolve) => {
		const runner = mocha.run(() => {
			const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
			const none = passes + failures + pending === 0;
			if (none) console.log("gatehouse: there was no test to run");
			resolve({ passed: passes, failed: none ? 1 : failures, pending });
		});
	});
}

async function testFiles(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true }).catch(() => []);
	const tests = entries.filter((name) => name.endsWith(".test.js"));
	return tests.sort().map((name) => join(folder, name));
}

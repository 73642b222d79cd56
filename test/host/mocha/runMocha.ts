import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { MochaArguments } from "./mochaArguments";

/** The variable that names another build of mocha. */
export const mochaBuildVariable = "GATEHOUSE_MOCHA_BUILD";

/** How a run ended: numbers of tests. */
export interface TestCounts {
	readonly passed: number;
	readonly failed: number;
	readonly pending: number;
}

interface RunOptions {
	/** Every `*.test.js` below these folders runs, in the order of their paths. */
	readonly folders: readonly string[];
	/** The names of the files that start first, in this order, without the suffix. */
	readonly first?: readonly string[];
	/** Milliseconds that one test may take. */
	readonly timeout: number;
	readonly color: boolean;
	readonly arguments: MochaArguments;
	/**
	 * Number of files that run at once, each in a process of its own; without it, one after the other in this process.
	 */
	readonly jobs?: number;
	/** Modules with hooks around all tests; their process loads them. For tests in processes of their own. */
	readonly require?: readonly string[];
}

/** Runs tests and prints each as it ends, or each file as it ends. A run without any test counts one failure. */
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

// Root hooks of the suites without windows (`test/mocharc.json`). If a failed test leaves a server or process open,
// mocha waits for it forever. After a time limit, these hooks name the files whose tests left something open, and end
// the process as failed. A process that ends before its tests fails too, whatever its exit code.
import { relative } from "node:path";
import type { Context, RootHookObject } from "mocha";

/** Time that a process has to end after its last test, in milliseconds. */
const limit = Number(process.env.GATEHOUSE_LEFT_OPEN_LIMIT) || 30_000;

/** Each open server, socket and process, with the file whose tests left it. */
const leftBy = new Map<object, string>();

export const mochaHooks: RootHookObject = {
	beforeAll(this: Context) {
		note("the tests' own modules");
		// The outermost suites of each file; their own hooks run before this one.
		for (const suite of this.test?.parent?.suites ?? []) {
			suite.afterAll(() => note(relative("", suite.file ?? "")));
		}
	},
	afterAll() {
		// Does not keep the process running itself.
		setTimeout(endNow, limit).unref();
	},
};

let hasEnded = false;

/** Mocha calls it after the last test, and also if there was none. */
export function mochaGlobalTeardown(): void {
	hasEnded = true;
}

process.once("exit", (code) => {
	if (hasEnded) return;
	console.error("gatehouse: the process ended before its tests");
	if (code === 0) process.exitCode = 1;
});

/** Records what was opened since the last call and is still open. */
function note(file: string): void {
	for (const handle of openHandles()) if (!leftBy.has(handle)) leftBy.set(handle, file);
}

/** Returns everything that keeps this process running, except timers. Node's public API lists only its types. */
function openHandles(): readonly object[] {
	return (process as unknown as { _getActiveHandles(): readonly object[] })._getActiveHandles();
}

/** Ends the process as failed, with what is still open. */
function endNow(): void {
	const own: readonly object[] = [process.stdin, process.stdout, process.stderr];
	const open = openHandles().filter((handle) => !own.includes(handle));
	const lines = open.map((handle) => `${handle.constructor.name}, left open by ${leftBy.get(handle) ?? "no test"}`);
	const kinds = process.getActiveResourcesInfo().join(", ");
	console.error(`gatehouse: the tests have ended, but not their process; open are: ${kinds}`);
	for (const line of new Set(lines)) console.error(`gatehouse: ${line}`);
	// Mocha sets the code when the process exits, from the number of failures.
	process.once("exit", () => {
		process.exitCode = 1;
	});
	process.exit(1);
}

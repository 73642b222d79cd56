// Hooks around all UI tests: after a failed test or hook, they take a picture of each window and print a description of it.
import type { Context, Hook, RootHookObject, Suite } from "mocha";
import { reportFailure } from "./failureReport";

export const mochaHooks: RootHookObject = {
	beforeAll(this: Context) {
		const root = this.test?.parent;
		if (root) reportFailingHooks(root);
	},
	async afterEach(this: Context) {
		const test = this.currentTest;
		if (test?.state === "failed") await reportFailure(test.fullTitle());
	},
};

/** Reports each failed hook at once: mocha has no hook for that, and the suite's own `after` closes its windows. */
function reportFailingHooks(suite: Suite): void {
	const hooks = suite as unknown as Hooks;
	for (const hook of [...hooks._beforeAll, ...hooks._beforeEach, ...hooks._afterEach, ...hooks._afterAll]) {
		const { fn } = hook;
		if (!fn || fn.length > 0 || suite.root) continue;
		hook.fn = async function (this: Context) {
			try {
				await (fn as AsyncHook).call(this);
			} catch (error) {
				await reportFailure(hook.fullTitle());
				throw error;
			}
		};
	}
	for (const inner of suite.suites) reportFailingHooks(inner);
}

/** The hooks of a suite, which mocha's types call private. */
type Hooks = Readonly<Record<"_beforeAll" | "_beforeEach" | "_afterEach" | "_afterAll", readonly Hook[]>>;

type AsyncHook = (this: Context) => unknown;

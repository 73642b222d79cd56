import assert from "node:assert/strict";
import { hostileCases } from "./hostile/hostileCases";
import { endIsolated, longest, runIsolated, testIsolated } from "./isolatedCase";

/** The goals: minimum numbers of cases of each kind, those of a server included. */
const least = { server: 100, model: 3, file: 5, repository: 8, disk: 10, import: 5, page: 15 };

describe("untrusted text: hostile cases, outside the process of the tests", () => {
	// Those of a server are in `hostileServers.test.ts`.
	testIsolated(hostileCases.filter(({ kind }) => kind !== "server"));

	it("have the intended number and unique names", () => {
		for (const [kind, most] of Object.entries(least)) {
			const cases = hostileCases.filter((one) => one.kind === kind).map(({ fault }) => fault);
			assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length, kind);
			const count = cases.reduce((sum, { operations }) => sum + operations.length, 0);
			assert.ok(count >= most, `${kind}: ${count}`);
		}
	});
});

describe("untrusted text: the processes of hostile cases", function () {
	this.timeout(longest);
	// Each test begins with a new process.
	beforeEach(endIsolated);
	after(endIsolated);

	it("kills and fails a case that never answers", () =>
		assert.rejects(runIsolated("self-test", "a loop that never ends", ""), /left a ping unanswered for 5 s/));

	for (const [name, failure] of [
		["a check that fails", /it ends as it must: it does not/],
		["an error that is not caught", /ended without a result.*This is not caught/s],
		["a loop after the result", /did not answer after its result/],
	] as const) {
		it(`fails with ${name}`, () => assert.rejects(runIsolated("self-test", name, ""), failure));
	}

	it("passes a case without faults", () => runIsolated("self-test", "nothing to find fault with", ""));

	it("fails with a check that fails in a process that another case has used, and passes the next case", async () => {
		await runIsolated("self-test", "nothing to find fault with", "");
		await assert.rejects(runIsolated("self-test", "a check that fails", ""), /it ends as it must: it does not/);
		await runIsolated("self-test", "nothing to find fault with", "");
	});

	it("runs a case again in a new process if it fails in a used one", async () => {
		await runIsolated("self-test", "a check that fails from the second time on", "");
		await runIsolated("self-test", "a check that fails from the second time on", "");
	});
});

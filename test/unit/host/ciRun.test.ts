import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { repositoryFolder } from "../../host/paths";

describe("test host: .ci/run", () => {
	let folder: string;
	before(async function () {
		if (process.platform === "win32") this.skip();
		folder = await mkdtemp(join(tmpdir(), "gatehouse-ci-"));
		for (const name of [".ci", "bin"]) await mkdir(join(folder, name));
		await copyFile(join(repositoryFolder, ".ci", "run"), join(folder, ".ci", "run"));
		// Stands in for npm, and for `id`: only root installs packages.
		const stand = (name: string, text: string) =>
			writeFile(join(folder, "bin", name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
		await stand(
			"npm",
			'case "$3" in test) echo "$TEST_OUTPUT"; exit $TEST_CODE;; *) echo "gatehouse: all checks passed";; esac',
		);
		await stand("id", "echo 1000");
	});
	after(() => folder && rm(folder, { recursive: true, force: true }));

	function run(code: number, lines: readonly string[]) {
		const path = `${join(folder, "bin")}${delimiter}${process.env.PATH}`;
		const env = { ...process.env, PATH: path, TEST_OUTPUT: lines.join("\n"), TEST_CODE: `${code}` };
		const { status, stdout } = spawnSync("bash", [join(folder, ".ci", "run")], { env, encoding: "utf8" });
		const [, failures] = stdout.split("== what failed\n");
		return { status, failures: failures?.split("\n\n")[0], last: stdout.trim().split("\n").at(-1) };
	}

	it("passes if all steps pass, and counts the tests and the last check", () => {
		const result = run(0, [
			"gatehouse: unit tests",
			"  3 passing (1s)",
			"",
			"gatehouse: 2 passed, 0 failed",
			"  2 passing",
		]);
		assert.deepEqual(result, { status: 0, failures: undefined, last: "6 passed, 0 failed" });
	});

	it("repeats failures at the end, without what comes after them", () => {
		const result = run(1, [
			"  3 passing (1s)",
			"  1 failing",
			"  1) a test: it fails",
			"gatehouse: 3 passed, 1 failed",
			"next",
		]);
		assert.deepEqual(result, { status: 1, failures: "  1 failing\n  1) a test: it fails", last: "4 passed, 1 failed" });
	});

	it("names what failed without a failing test: a process that crashed, one that never ended, a check", () => {
		for (const line of [
			"gatehouse: out/test/unit, part 2 of 2 failed: ended by SIGSEGV",
			"gatehouse: out/test/faults, part 1 of 2 failed: no end after 900 s",
			"gatehouse: the process ended before its tests",
			"gatehouse: Server, left open by out/test/unit/a.test.js",
			"gatehouse: integration tests failed: the extension host ended before the tests did (exit code 1)",
			"gatehouse: npm ci failed; is the npm registry within reach?",
			"gatehouse: checks failed: types (tsc)",
		]) {
			const result = run(1, ["  3 passing (1s)", line, "more"]);
			assert.deepEqual(result, { status: 1, failures: line, last: "4 passed, 1 failed" });
		}
	});
});

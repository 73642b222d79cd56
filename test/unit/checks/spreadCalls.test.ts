import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

/** `npm run check` on planted examples. `npm test` runs in the project's folder. */
describe("checks: calls with arrays of unknown length", () => {
	const spread = [
		"export const longest = (xs: number[]) => Math.max(...xs);",
		"found.push(...more);",
		"found.push(first, ...more.map((one) => one));",
		"const text = String.fromCharCode(...bytes);",
		"const all = new Highlight(...ranges);",
		"found.push.apply(found, more);",
		"const most = Math.max.apply(null, numbers);",
		"Reflect.apply(run, undefined, args);",
		"parent.append(...(some ? parts : []));",
		"function f(...args: unknown[]) { g(...args); } g(...others);",
	];
	const accepted = [
		"export const forwarded = (...args: unknown[]) => () => run(...args);",
		"show(text, ...(button ? [button] : []));",
		"const all = [...some, ...others];",
		"run({ ...options });",
		"conversation.apply(writer, event);",
	];
	/** The lines that report the sources: one run checks all of them, because starting takes longer than checking. */
	let problems: readonly string[] = [];
	const fileOf = (source: string) => `planted${[...spread, ...accepted].indexOf(source)}.ts`;
	const problemsOf = (source: string) => problems.filter((problem) => problem.includes(`${sep}${fileOf(source)}:`));
	before(() => {
		const folder = mkdtempSync(join(tmpdir(), "gatehouse-spread-calls-"));
		const check = () => spawnSync(process.execPath, ["test/checks/spreadCalls.js", folder], { encoding: "utf8" });
		for (const source of accepted) writeFileSync(join(folder, fileOf(source)), `\n${source}\n`);
		const { status: withoutProblems } = check();
		for (const source of spread) writeFileSync(join(folder, fileOf(source)), `\n${source}\n`);
		const { status, stderr } = check();
		rmSync(folder, { recursive: true, force: true });
		assert.deepEqual([withoutProblems, status], [0, 1], stderr);
		problems = stderr.split("\n");
	});

	for (const source of spread) {
		it(`finds ${source}`, () => {
			const found = problemsOf(source);
			assert.notEqual(found.length, 0, problems.join("\n"));
			for (const problem of found) assert.match(problem, /^gatehouse: .*\.ts:\d+ spreads .* into a call: use a loop/);
		});
	}

	for (const source of accepted) {
		it(`accepts ${source}`, () => assert.deepEqual(problemsOf(source), []));
	}
});

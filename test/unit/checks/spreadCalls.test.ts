import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `npm run check` on planted examples. `npm test` runs in the project's folder. */
describe("checks: calls with arrays of unknown length", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "gatehouse-spread-calls-"));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	const check = (source: string) => {
		writeFileSync(join(folder, "planted.ts"), source);
		return spawnSync(process.execPath, ["test/checks/spreadCalls.js", folder], { encoding: "utf8" });
	};

	for (const source of [
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
	]) {
		it(`finds ${source}`, () => {
			const { status, stderr } = check(`\n${source}\n`);
			assert.equal(status, 1);
			assert.match(stderr, /^gatehouse: .*planted\.ts:\d+ spreads .* into a call: use a loop/m);
		});
	}

	for (const source of [
		"export const forwarded = (...args: unknown[]) => () => run(...args);",
		"show(text, ...(button ? [button] : []));",
		"const all = [...some, ...others];",
		"run({ ...options });",
		"conversation.apply(writer, event);",
	]) {
		it(`accepts ${source}`, () => assert.equal(check(source).status, 0));
	}
});

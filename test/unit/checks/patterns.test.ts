import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `npm run check` on planted examples. `npm test` runs in the project's folder. */
describe("checks: regular expressions", () => {
	let folder: string;
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "gatehouse-patterns-"));
		plant("quick.ts", "export const quick = /^[a-z]+:/;");
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	function plant(file: string, source: string): void {
		writeFileSync(join(folder, file), source);
	}

	/** @param exceptions the list of exceptions, as JSON. */
	function check(exceptions: readonly unknown[] = []) {
		const list = join(folder, "exceptions.mjs");
		writeFileSync(list, `export const exceptions = ${JSON.stringify(exceptions)};`);
		const args = ["test/checks/patterns.js", folder, list];
		const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
		return { status, stdout, problems: stderr.replaceAll(folder, "").split("\n").filter(Boolean) };
	}

	it("accepts fast ones, and does not check them again", () => {
		assert.equal(check().status, 0);
		const { status, stdout, problems } = check();
		assert.deepEqual([status, problems], [0, []]);
		assert.match(stdout, /: 1 patterns \(1 distinct, 0 checked now\), 0 exceptions, 0 problems/);
	}).timeout(60_000);

	it("finds slow ones, unreadable ones and those that are created at run time, with their places", () => {
		plant("exponential.ts", "type A = string;\n\nexport const slow: RegExp = /^(a|a)*$/;");
		plant("quadratic.ts", "const a: A = b;\nexport const f = (text: string) => text.replace(/\\s+$/, '');");
		plant("unreadable.ts", "export const letters = /[\\p{L}--[a-z]]/v;");
		plant("invalid.ts", "export const invalid = /a\\-b/u;");
		plant("made.ts", "\nexport const made = new RegExp(text.replace(/[-.]/g, '\\\\$&'), 'u');");
		plant("called.ts", "export const made = globalThis.RegExp(`a|b`);");
		plant("matched.ts", "export const made = (text: string) =>\n\ttext.match(`^a`) ?? text.search('(a|a)*$');");
		plant("variable.ts", "export const made = (text: string, p: string) => text.match(p) ?? text.matchAll(p);");
		plant("let.ts", "let p = /a/;\np = made();\nexport const found = text.match(p);");
		plant("search.ts", "export const made = (text: string, p: string) => text.search(p);");
		plant("computed.ts", "export const made = (text: string, p: string) => text['match'](p);");
		plant("taken.ts", "export const made = (text: string, p: string) => String.prototype.match.call(text, p);");
		plant("shadowed.ts", "const p = /a/;\nexport const made = (text: string, p: string) => text.match(p);");
		plant("imported.ts", "import { text as p } from './texts';\nexport const found = p.match(p);");
		plant("texts.ts", "export const text = '(a|a)*$';");
		plant("index.ts", "export const found = index.search(text, signal) ?? url.search;");
		plant("b.ts", "export const b = /b/g;");
		plant("constructor.ts", "export const made = new (/a/.constructor)(p) ?? /a/.constructor(p);");
		plant("compile.ts", "const a = /a/;\na.compile(p);\nexport const module = WebAssembly.compile(bytes);");
		plant(
			"known.ts",
			"import { b } from './b';\nconst a = /b/;\nexport const found = text.match(a) ?? text.matchAll(b);",
		);
		const { status, problems } = check();
		assert.equal(status, 1);
		const expected = [
			/\/called\.ts:1 makes a regular expression at run time \(RegExp\)/,
			/\/compile\.ts:2 makes a regular expression at run time \(compile\(\)\)/,
			/\/constructor\.ts:1 makes a regular expression at run time \(constructor\(\)\)/,
			/\/constructor\.ts:1 makes a regular expression at run time \(constructor\(\)\)/,
			/\/let\.ts:3 makes a regular expression at run time \(match\(\) with what may be a text\)/,
			/\/variable\.ts:1 makes a regular expression at run time \(match\(\) with what may be a text\)/,
			/\/variable\.ts:1 makes a regular expression at run time \(matchAll\(\) with what may be a text\)/,
			/\/exponential\.ts:3 vulnerable \(exponential\): \/\^\(a\|a\)\*\$\//,
			/\/invalid\.ts cannot be parsed: .*Invalid escape/,
			/\/made\.ts:2 makes a regular expression at run time \(RegExp\)/,
			/\/matched\.ts:2 makes a regular expression at run time \(match\(\) with what may be a text\)/,
			/\/matched\.ts:2 makes a regular expression at run time \(search\(\) with what may be a text\)/,
			/\/search\.ts:1 makes a regular expression at run time \(search\(\) with what may be a text\)/,
			/\/computed\.ts:1 makes a regular expression at run time \(match\(\) with what may be a text\)/,
			/\/taken\.ts:1 makes a regular expression at run time \(match\(\) as a value\)/,
			/\/shadowed\.ts:2 makes a regular expression at run time \(match\(\) with what may be a text\)/,
			/\/imported\.ts:2 makes a regular expression at run time \(match\(\) with what may be a text\)/,
			/\/quadratic\.ts:2 vulnerable \(2nd degree polynomial\): \/\\s\+\$\//,
			/\/unreadable\.ts:1 cannot be read \(/,
		];
		for (const wanted of expected)
			assert.ok(
				problems.some((one) => wanted.test(one)),
				`${wanted}\n${problems.join("\n")}`,
			);
		assert.equal(problems.length, expected.length, problems.join("\n"));
	}).timeout(60_000);

	const slow = { file: "slow.ts", source: "\\s+$", flags: "" };
	const test = { file: "test/unit/checks/patterns.test.ts", title: "takes exceptions" };

	it("accepts exceptions whose input a limit caps, with a test of it: limits.nameLength", () => {
		plant("slow.ts", "export const slow = /\\s+$/;");
		assert.deepEqual(check([{ ...slow, cap: "nameLength", test }]).problems, []);
		const { problems } = check([{ ...slow, cap: "noSuchLimit", test: { ...test, title: "no such" + " title" } }]);
		assert.equal(problems.length, 2, problems.join("\n"));
	}).timeout(60_000);

	it("accepts no unnecessary exception, and at most five", () => {
		plant("slow.ts", "export const slow = /\\s+$/;");
		const one = { ...slow, cap: "nameLength", test };
		const { problems } = check([one, one, one, one, one, { ...one, source: "^[a-z]+:", file: "quick.ts" }]);
		assert.ok(problems.some((text) => text.includes("6 patterns are excepted; 5 at most may be")));
		assert.ok(problems.some((text) => text.includes("/^[a-z]+:/ of quick.ts needs no exception")));
		assert.equal(problems.length, 2, problems.join("\n"));
	}).timeout(60_000);

	it("fails on a folder without any", () => {
		rmSync(join(folder, "quick.ts"));
		assert.equal(check().status, 1);
	}).timeout(60_000);
});

import assert from "node:assert/strict";
import { parseIgnoreRules } from "../../../../src/core/context/ignoreRules";
import { editorGlob, escapeGlob } from "../../../../src/shared/untrusted/editorGlob";
import { globOf, matches, matchesGlob } from "../../../../src/shared/untrusted/globSteps";

describe("globs: those of VS Code's settings", () => {
	const cases: readonly (readonly [glob: string, matching: readonly string[], other: readonly string[]])[] = [
		["out", ["out"], ["a/out", "outer", "Out"]],
		["**/out", ["out", "a/out", "a/b/out"], ["outer", "a/out/b"]],
		["out/**", ["out", "out/a", "out/a/b"], ["outer", "a/out"]],
		["a/**/b", ["a/b", "a/c/b", "a/c/d/b"], ["ab", "a/cb", "c/a/b"]],
		["**", ["a", "a/b"], []],
		["**/*.js", ["a.js", "a/b.js", ".js"], ["a.jsx", "js"]],
		["*.log", ["a.log"], ["b/a.log"]],
		["**/node_modules/**", ["node_modules", "a/node_modules/b"], ["node_modulesx"]],
		["a?c", ["abc"], ["ac", "a/c"]],
		["**/*.{js,map}", ["a.js", "b/a.map"], ["a.ts", "a.js,map"]],
		["{**/dist,build/**,a/{b,c}}", ["dist", "x/dist", "build/x", "a/b", "a/c"], ["a/d", "x/build"]],
		["[a-c]1", ["a1", "c1"], ["d1", "-1", "/1"]],
		["[!a-c]1", ["d1"], ["a1", "/1"]],
		["[]-]", ["]", "-"], ["a"]],
		["[]", ["[]"], [""]],
		["a{b", ["a{b"], ["ab"]],
		["a***b", ["ab", "axb"], ["a/b"]],
		["", [""], ["a"]],
		["foo/", ["foo"], ["foo/a", "a/foo", "fo"]],
		["**/x/", ["x", "a/x"], ["ax", "a/x/b"]],
		["{**/a/,**/b/}", ["a", "c/a", "c/b"], ["a/c"]],
		["{a/,b}c", ["a/c", "bc"], ["ac"]],
		["/", ["/"], [""]],
		["a/{b,c}", ["a/b", "a/c"], ["a/", "a"]],
	];
	for (const [glob, matching, other] of cases) {
		it(glob || "(empty)", () => {
			const steps = editorGlob(glob);
			const ready = globOf(steps);
			for (const path of matching) assert.ok(matchesGlob(steps, path) && matches(ready, path), path);
			for (const path of other) assert.ok(!matchesGlob(steps, path) && !matches(ready, path), path);
		});
	}

	it("match the path from which they are made, whatever characters it contains", () => {
		assert.equal(escapeGlob("src/a-b.c@d#1.ts"), "src/a-b.c@d#1.ts");
		for (const path of ["[id].ts", "{a,b}/c", "a*b?.ts", "wow!.md", "[!a]/x", "a\\b"]) {
			const steps = editorGlob(escapeGlob(path));
			assert.ok(matchesGlob(steps, path), path);
			assert.ok(!matchesGlob(steps, `x${path}`), path);
		}
	});

	it("are matched quickly, however many ways there are", () => {
		const path = "a".repeat(200);
		for (const glob of ["{a,b}".repeat(200), "*a".repeat(100), "{*,?}b".repeat(100), "{a,{".repeat(500)])
			assert.ok(!matchesGlob(editorGlob(glob), `${path}/c`), glob.slice(0, 20));
	});
});

describe("globs: the rules of a .gitignore", () => {
	const leavesOut = (text: string, path: string) => parseIgnoreRules(text).leavesOut(path);

	it("ignore case, as Git does on most computers", () => {
		assert.equal(leavesOut("Build/\n*.LOG", "build/"), true);
		assert.equal(leavesOut("Build/\n*.LOG", "a/b.Log"), true);
		assert.equal(leavesOut("[A-C]x", "bX"), true);
	});

	it("may begin with a byte order mark, and have Windows line breaks", () => {
		assert.equal(leavesOut("\ufeffa\r\nb\\ \r\n", "a"), true);
		assert.equal(leavesOut("\ufeffa\r\nb\\ \r\n", "b "), true);
		assert.equal(leavesOut("# a\n\\#a", "#a"), true);
		assert.equal(leavesOut("# a", "# a"), undefined);
	});

	it("are read quickly, however they are written", () => {
		const deep = `${"ab/".repeat(300)}c`;
		for (const rule of [
			"**/[a]*/".repeat(6),
			"*a*b".repeat(100),
			"**/".repeat(1000),
			"[".repeat(10_000),
			" ".repeat(10_000),
		])
			assert.notEqual(leavesOut(`${rule}x`, deep), true, rule.slice(0, 20));
	});
});

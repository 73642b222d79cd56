import assert from "node:assert/strict";
import { testFilePath, testFiles } from "../../../../src/core/actions/testFilePath";
import { editorGlob } from "../../../../src/shared/untrusted/editorGlob";
import { matchesGlob } from "../../../../src/shared/untrusted/globSteps";

const alone: readonly (readonly [path: string, expected: string])[] = [
	["src/budget.ts", "src/budget.test.ts"],
	["budget.js", "budget.test.js"],
	["src/a/Chip.tsx", "src/a/Chip.test.tsx"],
	["pkg/greet.py", "pkg/test_greet.py"],
	["cmd/main.go", "cmd/main_test.go"],
	["lib/thing.rb", "lib/thing_spec.rb"],
	["src/main/java/a/Thing.java", "src/test/java/a/ThingTest.java"],
	["Core/Thing.cs", "Core/ThingTests.cs"],
	["a.b.ts", "a.b.test.ts"],
	["Makefile", "Makefile.test"],
];
const among: readonly (readonly [path: string, tests: readonly string[], expected: string])[] = [
	["src/a.ts", ["src/b.spec.ts", "src/c.spec.ts", "src/d.test.ts"], "src/a.spec.ts"],
	["src/core/a.ts", ["test/unit/core/b.test.ts", "test/unit/c.test.ts"], "test/core/a.test.ts"],
	["pkg/a.py", ["tests/test_b.py"], "tests/pkg/test_a.py"],
	["pkg/a.py", ["pkg/b_test.py"], "pkg/a_test.py"],
	["src/a.ts", ["tests/test_b.py"], "src/a.test.ts"],
	["src/a.ts", ["src/a.ts"], "src/a.test.ts"],
];

describe("actions: the path of a file's tests", () => {
	for (const [path, expected] of alone) {
		it(`${path}: ${expected}`, () => assert.equal(testFilePath(path), expected));
	}
	for (const [path, tests, expected] of among) {
		it(`${path} beside ${tests.join(", ")}: ${expected}`, () => assert.equal(testFilePath(path, tests), expected));
	}

	it("follows existing tests in upper or lower case", () => {
		const glob = editorGlob(testFiles);
		for (const path of ["a/b.test.ts", "BudgetTests.cs", "a/MyTEST.java", "b_SPEC.rb", "c/Spec.hs"])
			assert.ok(matchesGlob(glob, path), path);
		assert.ok(!matchesGlob(glob, "src/budget.ts"));
	});
});

import assert from "node:assert/strict";
import { type PlacedFile, readOnlyBySettings } from "../../../../src/core/context/readOnlyGlobs";
import { limits } from "../../../../src/shared/untrusted/limits";

describe("read-only files: VS Code's settings", () => {
	const inVendor: PlacedFile = { path: "/home/me/vendor/app/src/a.ts", inFolder: "src/a.ts" };
	const set = (...globs: string[]) => Object.fromEntries(globs.map((glob) => [glob, true]));
	const state = (file: PlacedFile, include: unknown, exclude: unknown = {}) =>
		readOnlyBySettings(file, { include, exclude });

	it("apply to paths in the workspace folder, not to the folders above it", () => {
		assert.equal(state(inVendor, set("**/vendor/**")), undefined);
		assert.equal(state(inVendor, set("**/src/**")), true);
		assert.equal(state(inVendor, set("src/*.ts")), true);
		assert.equal(state(inVendor, set("*.ts")), undefined);
		assert.equal(state(inVendor, set("**/*.ts"), set("**/vendor/**")), true);
		assert.equal(state(inVendor, set("**/*.ts"), set("src/a.ts")), false);
		assert.equal(state(inVendor, { "**/*.ts": false, "src/*": { when: "$(basename).js" } }), undefined);
	});

	it("apply to absolute paths if one of the globs is absolute, or outside the workspace", () => {
		assert.equal(state(inVendor, set("/home/me/vendor/**")), true);
		assert.equal(state(inVendor, { "**/vendor/**": true, "/none": false }), true);
		const outside = { path: "/home/me/vendor/b.ts" };
		assert.equal(state(outside, set("**/vendor/**")), true);
		assert.equal(state(outside, set("b.ts")), undefined);
	});

	it("are compared on Windows with either kind of slash", () => {
		const file = { path: "c:\\work\\app\\src\\a.ts", inFolder: "src\\a.ts" };
		for (const glob of ["src/**", "C:\\work\\app\\src\\*.ts", "c:/work/**", "**/a.ts"])
			assert.equal(state(file, set(glob)), true, glob);
		assert.equal(state(file, set("**/work/**")), undefined);
	});

	it("make files read-only if they are too large, and are otherwise compared quickly", () => {
		const many = set(...Array.from({ length: limits.globs + 1 }, (_, at) => `none${at}`));
		assert.equal(state(inVendor, many), true);
		assert.equal(state(inVendor, set("x".repeat(limits.globLength + 1))), true);
		assert.equal(state(inVendor, set("**/*.ts"), many), true);
		const slow = set(...Array.from({ length: 200 }, (_, at) => `**/${"*a".repeat(100)}${at}`));
		assert.equal(state(inVendor, slow), true);
		const hostile = { path: `/w/${"a".repeat(200)}`, inFolder: "a".repeat(200) };
		// A backtracking regular expression would not end.
		assert.equal(state(hostile, set("**/*a*a*a*a*a*a*a*a*a*a*a*b")), undefined);
		for (const setting of [null, "x", 1]) assert.equal(state(inVendor, setting), undefined);
	});
});

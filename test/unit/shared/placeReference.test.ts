import assert from "node:assert/strict";
import { parsePlace } from "../../../src/shared/placeReference";

describe("references: a place in an answer", () => {
	it("is a file of the workspace with a line, or lines", () => {
		assert.deepEqual(parsePlace("budget.ts:18"), { path: "budget.ts", lines: [18, 18] });
		assert.deepEqual(parsePlace("src/my app/budget.test.ts:18-21"), {
			path: "src/my app/budget.test.ts",
			lines: [18, 21],
		});
		assert.deepEqual(parsePlace(".github/ci.yml:3–4"), { path: ".github/ci.yml", lines: [3, 4] });
	});

	it("may have any name that files have", () => {
		for (const path of [
			"app/(auth)/[slug]/page.tsx",
			"app/[[...slug]]/page.tsx",
			"src/größe.ts",
			"docs/日本.md",
			"app (2)/two.ts",
			"notes of today.md",
			"Makefile",
			"docker/Dockerfile",
			"bin/run",
			"LICENSE",
			".gitignore",
			"routes/$id.tsx",
			"docs/Notes - 2024.md",
		])
			assert.deepEqual(parsePlace(`${path}:12-14`), { path, lines: [12, 14] }, path);
	});

	it("has lines in order, from 1", () => {
		assert.deepEqual(parsePlace("a.ts:9-2")?.lines, [9, 9]);
		assert.deepEqual(parsePlace("a.ts:0")?.lines, [1, 1]);
	});

	it("does not lead elsewhere, and is no other code", () => {
		for (const text of [
			"../a.ts:1",
			"src/../../a.ts:1",
			"/etc/passwd.txt:1",
			"file:///a.ts:1",
			"https://a.example:80",
			"a.ts",
			"a:1",
			"x = y.z:1",
			"a ? b.c:1",
			"localhost:3000",
			"127.0.0.1:8080",
			"12:30",
			"margin:0",
			"src//a.ts:1",
			"src\\a.ts:1",
			" a.ts:1",
			"a`b.ts:1",
			"a\u0007.ts:1",
			"a.ts:1\n",
			`${".a".repeat(50_000)}.1:1`,
			`${"a".repeat(100_000)}:1`,
		])
			assert.equal(parsePlace(text), undefined, text);
	});
});

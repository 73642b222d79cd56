import assert from "node:assert/strict";
import { namedFile } from "../../../../../src/core/edits/parse/namedFile";

describe("code block: the file that it names", () => {
	const files: readonly (readonly [line: string, path: string])[] = [
		["# file: setup.py", "setup.py"],
		["<!-- filename: index.html -->", "index.html"],
		["// src/a.ts", "src/a.ts"],
		["/* ./styles/main.css */", "./styles/main.css"],
		["-- db/users.sql", "db/users.sql"],
		["// file: src/a.ts", "src/a.ts"],
	];
	for (const [line, path] of files) {
		it(`is certain: ${line}`, () => assert.deepEqual(namedFile(`${line}\nx`), { path, sure: true }));
	}

	for (const line of ["# Node.js", "# v1.2", "-- users.id", "// console.log", "// utils.js", "// and/or.something"]) {
		it(`is uncertain: ${line}`, () => assert.equal(namedFile(`${line}\nx`)?.sure, false));
	}

	it("does not exist if the first line says more, or is code", () => {
		for (const line of ["// See src/a.ts for more.", "import a from './a.ts'", "# Adds up"])
			assert.equal(namedFile(`${line}\nx`), undefined);
	});
});

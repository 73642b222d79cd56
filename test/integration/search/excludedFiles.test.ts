import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ExcludedFiles } from "../../../src/vscode/workspace/excludedFiles";

describe("index: files that globs exclude", () => {
	it("are determined for many files with one request for each folder's globs", async () => {
		const first = vscode.Uri.file("/first");
		const second = vscode.Uri.file("/second");
		const asked: string[] = [];
		const excluded = new ExcludedFiles((folder) => {
			asked.push(folder.path);
			return folder === first ? ["**/*.log"] : ["out"];
		});
		const has = async (folder: vscode.Uri, ...paths: string[]) => {
			const found: string[] = [];
			for (const path of paths) if (await excluded.has(vscode.Uri.joinPath(folder, path), folder)) found.push(path);
			return found;
		};
		assert.deepEqual(await has(first, "a.log", "a.ts", "out/b.log", "out/b.ts"), ["a.log", "out/b.log"]);
		assert.deepEqual(await has(second, "a.log", "out/b.ts", "c/d.ts"), ["out/b.ts"]);
		assert.deepEqual(asked, ["/first", "/second"]);
	});
});

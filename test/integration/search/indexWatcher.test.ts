import assert from "node:assert/strict";
import * as vscode from "vscode";
import { Emitter } from "../../../src/core/base/event";
import { systemClock } from "../../../src/core/base/systemClock";
import { watchIndexed } from "../../../src/vscode/search/index/indexWatcher";

describe("index watcher: changes reported to the index, in VS Code", () => {
	const root = () => vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");
	const at = (path: string) => vscode.Uri.joinPath(root(), path);
	const write = (path: string, text = "") => vscode.workspace.fs.writeFile(at(path), new TextEncoder().encode(text));
	const made = [".gitignore", "first.js", "output", "third", "kept.js", "came", "went.js"];

	let told: (readonly string[] | "all")[] = [];
	let tell = () => {};
	let watching: vscode.Disposable | undefined;
	before(() => {
		watching = watchIndexed(
			systemClock,
			{
				indexExclude: () => ["**/third", "**/*.{skip,leave}"],
				onDidChangeIndexFiles: new Emitter<void>().event,
			},
			(changes) => {
				told.push(changes);
				tell();
			},
		);
	});
	after(async () => {
		watching?.dispose();
		for (const path of made) {
			await vscode.workspace.fs.delete(at(path), { recursive: true }).then(undefined, () => {});
		}
	});

	/** Waits for a matching change; returns all changes so far. */
	async function until(fits: (changes: readonly string[] | "all") => boolean): Promise<typeof told> {
		while (!told.some(fits)) {
			await new Promise<void>((resolve) => {
				tell = resolve;
			});
		}
		const all = told;
		told = [];
		return all;
	}

	it("include those of rules", async () => {
		await write(".gitignore", "output/\n*.log\n");
		await until((changes) => changes === "all");
		// The change of the rules may be reported twice, as a creation and as a change. The second report has come when
		// this file is reported.
		await write("first.js");
		await until((changes) => changes.includes("first.js"));
	});

	it("include none of files that are left out, however many are written; others are reported by path", async () => {
		for (let i = 0; i < 300; i++) await write(`output/deep/${i}.js`);
		await write("output/.gitignore", "*\n");
		await write("third/party/a.js");
		await write("third/.gitignore", "b.js\n");
		for (const name of ["some.log", "some.skip", "some.leave"]) await write(`came/${name}`);
		await vscode.workspace.fs.delete(at("output"), { recursive: true });
		await write("went.js");
		await write("kept.js");
		const all = await until((changes) => changes.includes("kept.js"));
		// The folder itself was reported too: a deleted path cannot be recognised as a folder.
		const paths = new Set(all.flat());
		for (const path of ["came", "output", "first.js"]) paths.delete(path);
		assert.deepEqual([...paths].sort(), ["kept.js", "went.js"]);
	});

	it("include a deleted file by its path", async () => {
		await vscode.workspace.fs.delete(at("went.js"));
		const all = await until((changes) => changes.includes("went.js"));
		// The last write may be reported twice: as a creation, and as a change.
		const paths = new Set(all.flat());
		paths.delete("kept.js");
		assert.deepEqual([...paths], ["went.js"]);
	});
});

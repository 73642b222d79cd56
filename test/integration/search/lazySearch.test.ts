import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../../src/core/base/errors";
import { IndexDamagedError } from "../../../src/core/search/model/semanticIndex";
import { indexFolder } from "../../../src/vscode/adapters/index/indexFolder";
import { LazySearch } from "../../../src/vscode/search/lazySearch";

describe("search: loaded on first use, in VS Code", () => {
	let storage: string;
	before(async () => {
		storage = await mkdtemp(join(tmpdir(), "gatehouse-lazy-"));
		const folder = indexFolder(vscode.Uri.file(storage)).fsPath;
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, "demo.sqlite"), "");
	});
	after(() => rm(storage, { recursive: true, force: true }));

	/** Creates the search of a workspace that has an index, and records its calls and messages in order. */
	function lazySearch(search: { readonly isFollowing: boolean; use(): Promise<unknown> }) {
		const recorded: string[] = [];
		let wake = () => {};
		const note = (text: string) => {
			recorded.push(text);
			wake();
		};
		const deps = {
			settings: { indexEnabled: true },
			globalStorageUri: vscode.Uri.file(storage),
			log: { warn: () => note("log") },
			onError: (error: Error) => note(error.message),
		};
		const lazy = new LazySearch(deps as never, async () => search as never);
		/** Resolves when this many entries have been recorded. */
		const until = async (count: number) => {
			while (recorded.length < count) {
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
		};
		return { lazy, recorded, note, until };
	}

	it("follows its index as soon as possible, even if it was loaded earlier", async () => {
		const following = [false, true, false];
		const world = lazySearch({
			get isFollowing() {
				return following.shift() ?? assert.fail("asked more often than expected");
			},
			use: async () => world.note("use"),
		});
		world.lazy.catchUp();
		await world.until(1);
		for (let shown = 0; shown < 3; shown++) world.lazy.catchUp();
		await world.until(3);
		assert.deepEqual([world.recorded, following], [["use", "use", "use"], []]);
	});

	it("notifies of a damaged index that was removed, and only logs temporary errors", async () => {
		const errors = [new IndexDamagedError(), new UserError("There is no gateway.")];
		const world = lazySearch({ isFollowing: false, use: async () => Promise.reject(errors.shift()) });
		world.lazy.catchUp();
		await world.until(1);
		world.lazy.catchUp();
		await world.until(2);
		assert.deepEqual(world.recorded, [new IndexDamagedError().message, "log"]);
	});
});

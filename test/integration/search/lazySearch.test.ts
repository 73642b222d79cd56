import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { UserError } from "../../../src/core/base/errors";
import { IndexDamagedError } from "../../../src/core/search/model/semanticIndex";
import { indexFolder } from "../../../src/vscode/adapters/index/indexFolder";
import { LazySearch } from "../../../src/vscode/search/lazySearch";

describe("search: in a window that is used, in VS Code", () => {
	let storage: string;
	before(async () => {
		storage = await mkdtemp(join(tmpdir(), "gatehouse-lazy-"));
		const folder = indexFolder(vscode.Uri.file(storage)).fsPath;
		await mkdir(folder, { recursive: true });
		await writeFile(join(folder, "demo.sqlite"), "");
	});
	after(() => rm(storage, { recursive: true, force: true }));

	/** Creates the search of a workspace that has an index, and records its messages in order. */
	function lazySearch(search: { readonly isFollowing: boolean; use(): Promise<unknown> }) {
		const told: string[] = [];
		let tell = () => {};
		const note = (text: string) => {
			told.push(text);
			tell();
		};
		const deps = {
			settings: { indexEnabled: true },
			globalStorageUri: vscode.Uri.file(storage),
			log: { warn: () => note("log") },
			onError: (error: Error) => note(error.message),
		};
		const lazy = new LazySearch(deps as never, async () => search as never);
		/** Resolves when this many messages were recorded. */
		const until = async (count: number) => {
			while (told.length < count) {
				await new Promise<void>((resolve) => {
					tell = resolve;
				});
			}
		};
		return { lazy, told, note, until };
	}

	it("begins to follow its index as soon as it can, though it was loaded before", async () => {
		const following = [false, true, false];
		const world = lazySearch({
			get isFollowing() {
				return following.shift() ?? assert.fail("nobody else asks");
			},
			use: async () => world.note("use"),
		});
		world.lazy.catchUp();
		await world.until(1);
		for (let shown = 0; shown < 3; shown++) world.lazy.catchUp();
		await world.until(3);
		assert.deepEqual([world.told, following], [["use", "use", "use"], []]);
	});

	it("says that the index was damaged and removed; what may pass is in the log", async () => {
		const errors = [new IndexDamagedError(), new UserError("There is no gateway.")];
		const world = lazySearch({ isFollowing: false, use: async () => Promise.reject(errors.shift()) });
		world.lazy.catchUp();
		await world.until(1);
		world.lazy.catchUp();
		await world.until(2);
		assert.deepEqual(world.told, [new IndexDamagedError().message, "log"]);
	});
});

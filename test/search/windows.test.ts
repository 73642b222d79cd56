import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "../../src/core/base/systemClock";
import { IndexBuilder } from "../../src/core/search/building/indexBuilder";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { BuiltElsewhereError, IndexDeletedError } from "../../src/core/search/model/semanticIndex";
import type { WorkspaceIndex } from "../../src/core/search/workspaceIndex";
import { retireIndexFile } from "../../src/vscode/adapters/index/removeIndexFile";
import { bundlesFolder } from "../host/paths";
import { indexRows } from "./world/indexRows";
import { madeSource } from "./world/madeSource";
import { never, type SearchWorld, searchWorld } from "./world/searchWorld";

const noProgress = () => {};
const no = async () => false;

/** Marks an index as deleted by another window that could not remove its file. */
function mark(file: string): void {
	const db = new DatabaseSync(file);
	db.exec("INSERT INTO meta VALUES ('deleted', 1)");
	db.close();
}

describe("index: two windows on one index", () => {
	let world: SearchWorld;
	let readKey: () => Promise<string>;
	beforeEach(async () => {
		readKey = async () => world.gateway.key;
		world = await searchWorld({ readKey: () => readKey() });
		await world.write(Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`src/file${i}.ts`, madeSource(i)])));
	});
	afterEach(() => world.close());

	/** Runs a function while the first window is in the middle of a build. */
	async function whileBuilding(run: () => Promise<void>): Promise<void> {
		await world.index.prepare(never, noProgress);
		await world.index.withLock(false, run);
		await world.index.build(never, noProgress);
	}

	it("one builds while the other says so, and reads", async () => {
		await world.build();
		const reader = await world.secondIndex();
		await whileBuilding(async () => {
			assert.ok((await reader.search(parseQuery("order"), 5, never)).chunks.length > 0);
			await assert.rejects(reader.prepare(never, noProgress), BuiltElsewhereError);
			await assert.rejects(reader.follow(["src/file1.ts"], never), BuiltElsewhereError);
		});
	});

	it("the one finds what the other indexes", async () => {
		await world.build();
		const reader = await world.secondIndex();
		assert.ok((await reader.search(parseQuery("order"), 5, never)).chunks.length > 0);
		await world.write({
			"src/late.ts": `/** Paints the zebra. */\nexport function paintZebra() {\n\treturn "stripes";\n}\n`,
		});
		await world.build();
		const [found] = (await reader.search(parseQuery("paint the zebra"), 3, never)).chunks;
		assert.equal(found?.path, "src/late.ts");
		assert.ok(found.similarity !== undefined, "its vector is in the reader's memory too");
	});

	it("each may build when the other one has done so, and is idle", async () => {
		await world.build();
		const second = await world.secondIndex();
		await world.write({ "src/file1.ts": madeSource(101) });
		assert.ok((await second.follow(["src/file1.ts"], never)) > 0);
		await second.build(never, noProgress);
		const { missing } = await world.index.prepare(never, noProgress);
		assert.equal(missing, 0);
	});

	it("an index that one window deletes is closed by the other, which does not rebuild it by itself", async () => {
		await world.build();
		const second = await world.secondIndex();
		await second.search(parseQuery("order"), 5, never);
		const sent = world.embedded().length;
		await world.index.delete();
		assert.equal(existsSync(world.file), false);
		await assert.rejects(
			second.withLock(false, () => second.follow(["src/file1.ts"], never)),
			IndexDeletedError,
		);
		assert.equal(await second.withLock(false, () => second.follow(["src/file1.ts"], never)), undefined);
		assert.equal(await second.facts(), undefined);
		await assert.rejects(second.search(parseQuery("order"), 5, never), /no index/);
		assert.equal(world.embedded().length, sent);
		assert.equal(existsSync(world.file), false);
	});

	it("an index that one window deletes while the other builds it is gone, and the build stops", async () => {
		await world.prepare();
		const { missing = 0 } = (await world.index.facts()) ?? {};
		const second = await world.secondIndex();
		await world.index.withLock(false, async () => {
			await second.delete();
			assert.equal(existsSync(world.file), false);
			await assert.rejects(world.index.build(never, noProgress), IndexDeletedError);
		});
		assert.ok(world.embedded().length < missing, "it sends no more");
		assert.equal(existsSync(world.file), false);
	});

	for (const removed of [true, false]) {
		it(`a new index gets nothing from a window that still builds the deleted one, ${removed ? "" : "not "}removed`, async () => {
			await world.prepare();
			const second = await world.secondIndex();
			const asks = Promise.withResolvers<void>();
			const begun = Promise.withResolvers<void>();
			readKey = async () => {
				asks.resolve();
				await begun.promise;
				return world.gateway.key;
			};
			const building = world.index.build(never, noProgress);
			await asks.promise;
			if (removed) await second.delete();
			else mark(world.file);
			const beginning = second.prepare(never, noProgress);
			if (removed) await beginning;
			// The file stays, and with it the lock of the window that builds.
			else await assert.rejects(beginning, BuiltElsewhereError);
			begun.resolve();
			await assert.rejects(building, IndexDeletedError);
			assert.equal((await second.facts())?.dimension, 0);
			await second.prepare(never, noProgress);
			await second.build(never, noProgress);
			assert.equal((await second.facts())?.missing, 0);
			indexRows(world.file);
		});
	}

	const nextSteps: Readonly<Record<string, (index: WorkspaceIndex) => Promise<unknown>>> = {
		"agreed to": (index) => index.agree(["folder"]),
		built: (index) => index.build(never, noProgress),
	};
	for (const [what, goOn] of Object.entries(nextSteps)) {
		it(`a new index in the same file is not ${what} by a window that has just read the deleted one`, async () => {
			const second = await world.secondIndex();
			await world.index.withLock(true, async () => {
				await world.index.prepare(never, noProgress);
				mark(world.file);
				await assert.rejects(second.prepare(never, noProgress), BuiltElsewhereError);
				await assert.rejects(goOn(world.index), IndexDeletedError);
			});
			assert.deepEqual([await second.consent(), world.embedded()], ["none", []]);
			assert.ok((await second.prepare(never, noProgress)).missing > 0, "the deleted one lets the other build");
		});
	}

	it("an index that another window removes without opening it is closed, and its consent is gone", async () => {
		await world.build();
		await world.index.agree([world.folder]);
		await retireIndexFile(world.file);
		assert.equal(existsSync(world.file), false);
		await assert.rejects(world.index.search(parseQuery("order"), 5, never), IndexDeletedError);
		assert.equal(await world.index.consent(), "none");
		await writeFile(world.file, "no database");
		await retireIndexFile(world.file);
		assert.equal(existsSync(world.file), false);
	});

	it("consent in one of them lets the other, and a later one, send too, until the index is deleted", async () => {
		const builderOf = (index: WorkspaceIndex) => new IndexBuilder({ index: async () => index, clock: systemClock });
		const first = builderOf(world.index);
		const second = builderOf(await world.secondIndex());
		assert.equal((await second.build(no))?.declined, true);
		await first.build(async () => true);
		await world.write({ "src/file1.ts": madeSource(101) });
		const sent = world.embedded().length;
		await second.follow(["src/file1.ts"]);
		assert.ok(world.embedded().length > sent);
		await world.write({ "src/file2.ts": madeSource(102) });
		const later = builderOf(await world.secondIndex());
		assert.ok((await later.build(no))?.outcome?.embedded);
		await first.forget();
		await assert.rejects(later.build(no), IndexDeletedError);
		assert.equal((await later.build(no))?.declined, true);
	});

	it("consent applies to the existing folders: another one is asked about", async () => {
		await mkdir(join(world.folder, "another"));
		const withAnother = await world.secondIndex(["", "another"]);
		assert.equal(await withAnother.consent(), "none");
		await world.build();
		await world.index.agree([world.folder]);
		assert.deepEqual([await world.index.consent(), await withAnother.consent()], ["given", "folderAdded"]);
		await withAnother.agree([world.folder, join(world.folder, "another")]);
		assert.equal(await withAnother.consent(), "given");
		assert.equal(await (await world.secondIndex(["another"])).consent(), "given");
	});

	it("content that one has read and does not want is deleted, unless the other one uses it or has embedded some", async () => {
		const second = await world.secondIndex();
		await second.prepare(never, noProgress);
		await world.index.withLock(false, async () => {
			assert.equal(await second.deleteUnembedded(), false);
			assert.equal(existsSync(world.file), true);
		});
		assert.equal(await second.deleteUnembedded(), true, "no user has agreed to it");
		assert.equal(existsSync(world.file), false);
		assert.equal(await second.deleteUnembedded(), true);
		await second.prepare(never, noProgress);
		await second.build(never, noProgress);
		assert.equal(await second.deleteUnembedded(), false);
		assert.equal((await second.facts())?.missing, 0);
	});

	it("a deleted index whose file could not be removed counts as missing, and is rebuilt from the start", async () => {
		await world.build();
		await world.index.agree([world.folder]);
		const second = await world.secondIndex();
		await second.search(parseQuery("order"), 5, never);
		mark(world.file);
		await world.index.close();
		assert.equal(await world.index.facts(), undefined);
		const { missing, filesToSend } = await world.index.prepare(never, noProgress);
		assert.ok(missing > 0 && filesToSend > 0);
		assert.equal(await world.index.consent(), "none");
		await world.index.build(never, noProgress);
		assert.ok(
			(await second.search(parseQuery("order"), 5, never)).chunks.length > 0,
			"a window that had it open continues with the new one",
		);
	});

	it("one may build immediately if the other was killed", async () => {
		const { url, key } = world.gateway;
		const module = join(bundlesFolder, "search", "buildIndex.main.js");
		const child = spawn(process.execPath, [module, world.folder, world.file, url, key], {
			stdio: ["ignore", "ignore", "inherit"],
		});
		await world.gateway.nextRequest();
		await assert.rejects(world.index.prepare(never, noProgress), BuiltElsewhereError);
		child.kill("SIGKILL");
		await once(child, "exit");
		await world.build();
		assert.equal((await world.index.facts())?.missing, 0);
	});
});

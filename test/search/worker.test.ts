import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createRequire, syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UserError } from "../../src/core/base/errors";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { BuiltElsewhereError, IndexDeletedError } from "../../src/core/search/model/semanticIndex";
import { indexStoreClient } from "../../src/vscode/adapters/index/indexStoreClient";
import { retireIndexFile } from "../../src/vscode/adapters/index/removeIndexFile";
import { demoEmbed } from "../gateway/endpoints/demoEmbed";
import { repositoryFolder } from "../host/paths";
import { manualClock, memoryLogChannel } from "../unit/core/memoryPorts";
import { entriesIn } from "./world/folderFiles";
import { grammars } from "./world/folderIndex";
import { madeSource } from "./world/madeSource";

/** The bundle that the extension starts. */
const script = join(repositoryFolder, "dist", "indexWorker.cjs");

describe("index: its worker", () => {
	let root: string;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-worker-"));
		await mkdir(join(root, "workspace"));
		for (let i = 0; i < 5; i++) await writeFile(join(root, "workspace", `file${i}.ts`), madeSource(i));
	});
	after(() => rm(root, { recursive: true, force: true }));

	const log = memoryLogChannel();
	const open = (file: string, make: boolean, worker = script) =>
		indexStoreClient(worker, { location: { file, model: "demo-embed" }, make, grammars }, log);
	const start = async (file: string, worker?: string) => {
		const store = await open(file, true, worker);
		assert.ok(store);
		return store;
	};

	it("has files that only the user can read, whatever the umask", async () => {
		// Windows has no file modes.
		if (process.platform === "win32") return;
		const umask = process.umask(0);
		const folder = join(root, "private");
		const store = await start(join(folder, "demo.sqlite"));
		try {
			assert.ok(await store.catalogue.lock());
			await store.catalogue.beginListing();
			const modeOf = async (name: string) => ((await stat(join(folder, name))).mode & 0o777).toString(8);
			const files = (await readdir(folder)).sort();
			const expected = ["", "-shm", "-wal", ".lock", ".lock-journal"].map((end) => `demo.sqlite${end}`);
			assert.deepEqual(files, expected);
			assert.deepEqual(await Promise.all([".", ...files].map(modeOf)), ["700", ...files.map(() => "600")]);
		} finally {
			process.umask(umask);
			await store.close();
		}
	});

	it("cuts, stores, scans and removes, off the main thread", async () => {
		const store = await start(join(root, "index", "demo.sqlite"));
		const files = await entriesIn(join(root, "workspace"));
		await store.catalogue.beginListing();
		assert.deepEqual(
			(await store.catalogue.listed(files)).map(({ path }) => path),
			files.map(({ path }) => path),
		);
		await store.chunker.cut(files.map((entry) => ({ entry })));
		const missing = await store.chunker.missing(0, 1000, true);
		assert.ok(missing.length > 20);
		await store.vectors.saveVectors(missing.map(({ id, text }) => ({ id, vector: demoEmbed.embed(text) })));
		const [target] = missing.slice(7);
		const vector = demoEmbed.embed(target?.text ?? "");
		const [found] = await store.vectors.findChunks({
			query: parseQuery("nothing"),
			vector,
			withoutKeywords: true,
			limit: 1,
		});
		assert.ok(Math.abs((found?.similarity ?? 0) - 1) < 1e-5);
		assert.ok(target?.text.includes(found?.text ?? "?"));
		const both = await store.vectors.findChunks({ query: parseQuery(target?.text ?? ""), vector, limit: 20 });
		const scores = both.map(({ score }) => score);
		assert.ok(scores.length > 10 && scores.every((score) => score > 0 && score <= 1 + 1e-9));
		assert.deepEqual(
			scores,
			scores.toSorted((a, b) => b - a),
			"in the order of the score that the list shows",
		);
		const facts = await store.catalogue.facts();
		assert.deepEqual([facts.files, facts.missing, facts.dimension], [5, 0, 384]);
		assert.ok(facts.bytesInMemory > 0 && facts.bytesOnDisk > 0);
		await store.close();
	});

	it("counts missing chunks and incomplete files: two files with the same text are completed together", async () => {
		const store = await start(join(root, "counted.sqlite"));
		const folder = join(root, "counted");
		await mkdir(folder);
		for (const [name, made] of Object.entries({ "a.ts": 1, "copy.ts": 1, "b.ts": 2 })) {
			await writeFile(join(folder, name), madeSource(made));
		}
		const entries = await entriesIn(folder);
		await store.chunker.cut(entries.map((entry) => ({ entry })));
		const counts = async () => [await store.chunker.countMissing(false), await store.chunker.unfinishedFiles(false)];
		const missing = await store.chunker.missing(0, 100, false);
		assert.deepEqual(await counts(), [missing.length, 3]);
		const embedded = missing.map(({ id, text }) => ({ id, vector: demoEmbed.embed(text) }));
		const first = new Set(missing.filter(({ path }) => path === "a.ts").map(({ id }) => id));
		await store.vectors.saveVectors(embedded.filter(({ id }) => first.has(id)));
		assert.deepEqual(await counts(), [missing.length - first.size, 1]);
		const [refused = 0] = missing.map(({ id }) => id).filter((id) => !first.has(id));
		await store.vectors.refuse([refused], "No.");
		assert.deepEqual(await counts(), [missing.length - first.size - 1, 1]);
		const others = embedded.filter(({ id }) => !first.has(id) && id !== refused);
		await store.vectors.saveVectors(others);
		assert.deepEqual(await counts(), [0, 0], "a build that does not ask for it again has nothing to do");
		assert.equal(await store.chunker.unfinishedFiles(true), 1);
		await store.catalogue.beginListing(["b.ts"]);
		await store.catalogue.endListing();
		assert.equal(await store.chunker.unfinishedFiles(true), 0);
		await store.close();
	});

	it("removes deleted files, but nothing of a folder that could not be listed", async () => {
		const store = await start(join(root, "index", "unlisted.sqlite"));
		await store.chunker.cut(
			["Here/a.ts", "Here/b.ts", "There/a.ts", "There 2/a.ts"].map((path) => ({
				entry: { path, stamp: "1", size: 9 },
				bytes: Buffer.from(`const of = "${path}";`),
			})),
		);
		await store.catalogue.beginListing();
		assert.deepEqual(await store.catalogue.listed([{ path: "Here/a.ts", stamp: "1", size: 9 }]), []);
		await store.catalogue.endListing(["There"]);
		const found = await store.vectors.findChunks({ query: parseQuery("const"), limit: 9 });
		assert.deepEqual(found.map(({ path }) => path).sort(), ["Here/a.ts", "There/a.ts"]);
		await store.close();
	});

	it("indexes a file that could not be read before, or was behind a link, even if its stamp is unchanged", async () => {
		const store = await start(join(root, "index", "again.sqlite"));
		const folder = join(root, "again");
		await mkdir(folder);
		await symlink(join(root, "workspace"), join(folder, "linked"), "junction");
		const location = { folder, file: join(folder, "linked", "file1.ts") };
		const entries = [
			{ path: "far.ts", stamp: "7", size: 9 },
			{ path: "linked/file1.ts", location },
		];
		const list = async () => {
			await store.catalogue.beginListing();
			const changed = await store.catalogue.listed(entries);
			await store.catalogue.endListing();
			return changed.map(({ path }) => path);
		};
		const both = entries.map(({ path }) => path);
		assert.deepEqual(await list(), both);
		await store.chunker.cut(entries.map((entry) => ({ entry })));
		const before = await store.catalogue.facts();
		assert.deepEqual(
			before.leftOut.map(({ reason }) => reason),
			["unreadable", "link"],
		);
		assert.deepEqual(await list(), both);
		await store.chunker.cut(entries.map((entry) => ({ entry })));
		assert.deepEqual(await store.catalogue.facts(), before, "nothing has changed");
		await rm(join(folder, "linked"));
		await cp(join(root, "workspace"), join(folder, "linked"), { recursive: true, preserveTimestamps: true });
		assert.deepEqual(await list(), both);
		await store.chunker.cut(entries.map((entry) => ({ entry, bytes: Buffer.from("export const far = 1;\n") })));
		assert.deepEqual((await store.catalogue.facts()).leftOut, []);
		assert.deepEqual(await list(), []);
		await store.close();
	});

	it("indexes a file that is nested more deeply than the stack allows", async () => {
		const folder = join(root, "deep");
		await mkdir(folder);
		const file = join(folder, "deep.ts");
		await writeFile(file, `export const text =\n${'\t"a long line of a long text" +\n'.repeat(20_000)}\t"end";\n`);
		const store = await start(join(root, "index", "deep.sqlite"));
		await store.chunker.cut([{ entry: { path: "deep.ts", location: { file, folder } } }]);
		const [found] = await store.vectors.findChunks({ query: parseQuery("end"), limit: 1 });
		assert.equal(found?.lastLine, 20_002);
		await store.close();
	});

	it("says in a sentence why the file cannot be created", async () => {
		await assert.rejects(open(join(root, "workspace", "file0.ts", "no-folder", "demo.sqlite"), true), (error) => {
			assert.ok(error instanceof UserError);
			assert.match(error.message, /^The index could not be read or written: /);
			return true;
		});
		assert.match(log.lines.at(-1) ?? "", /^The index's worker: .*\n\s+at /, "the log says where");
	});

	it("says which part is missing in an older VS Code", async () => {
		const threads = createRequire(import.meta.url)("node:worker_threads");
		const { Worker } = threads;
		threads.Worker = class extends Worker {
			constructor(url: string, options: object) {
				super(url, { ...options, execArgv: ["--no-experimental-sqlite"] });
			}
		};
		syncBuiltinESMExports();
		try {
			const missing = /VS Code 1\.106 .*Node\.js \d+\.\d+\.\d+ .*no SQLite \(node:sqlite\)/;
			await assert.rejects(
				open(join(root, "missing.sqlite"), true),
				(error) => error instanceof UserError && missing.test(error.message),
			);
		} finally {
			threads.Worker = Worker;
			syncBuiltinESMExports();
		}
	});

	it("says so if only the keywords' part of SQLite is missing", async () => {
		const withoutFts5 = join(root, "withoutFts5.cjs");
		const takesFts5 = `
			const { DatabaseSync } = require("node:sqlite");
			const { exec } = DatabaseSync.prototype;
			DatabaseSync.prototype.exec = function (sql) {
				if (sql.includes("fts5")) throw new Error("no such module: fts5");
				return exec.call(this, sql);
			};`;
		await writeFile(withoutFts5, `${takesFts5}\nrequire(${JSON.stringify(script)});`);
		const file = join(root, "withoutFts5.sqlite");
		const missing = /VS Code 1\.106 .*Node\.js \d+\.\d+\.\d+ .*no SQLite FTS5/;
		await assert.rejects(
			open(file, true, withoutFts5),
			(error) => error instanceof UserError && missing.test(error.message),
		);
		assert.equal(existsSync(file), false);
	});

	it("rejects pending and later calls after it has died", async () => {
		const mortal = join(root, "mortal.cjs");
		const dies = `require("node:worker_threads").parentPort.on("message", ({ method }) => method === "endListing" && process.exit(7));`;
		await writeFile(mortal, `${dies}\nrequire(${JSON.stringify(script)});`);
		const store = await start(join(root, "mortal.sqlite"), mortal);
		assert.equal(store.ended, false);
		await assert.rejects(store.catalogue.endListing(), /could not be read or written: worker exit 7/);
		assert.match(log.lines.at(-1) ?? "", /worker exit 7/);
		assert.equal(store.ended, true);
		await assert.rejects(store.catalogue.facts(), UserError);
		await store.close();
	});

	it("ends and frees its memory after a while without work, but not while its window builds", async () => {
		const clock = manualClock();
		const location = { file: join(root, "idle.sqlite"), model: "demo-embed" };
		const store = await indexStoreClient(script, { location, make: true, grammars }, log, clock);
		assert.ok(store);
		const minute = 60_000;
		clock.advance(9 * minute);
		await store.catalogue.facts();
		clock.advance(9 * minute);
		assert.equal(store.ended, false, "it was asked meanwhile");
		await store.catalogue.lock();
		clock.advance(60 * minute);
		assert.equal(store.ended, false);
		await store.catalogue.unlock();
		const asked = store.catalogue.facts();
		clock.advance(60 * minute);
		assert.equal((await asked).files, 0, "the waiting caller is answered");
		assert.equal(store.ended, false);
		clock.advance(10 * minute);
		assert.equal(store.ended, true);
		await store.close();
		assert.equal(clock.pending, 0);
	});

	it("removes a damaged file: immediately if it is rebuilt, otherwise with a sentence", async () => {
		const file = join(root, "damaged.sqlite");
		await writeFile(file, "no database, but long enough to look like one".repeat(1000));
		const anew = await start(file);
		assert.equal((await anew.catalogue.facts()).files, 0);
		await anew.chunker.cut([
			{
				entry: {
					path: "a.ts",
					location: { folder: join(root, "workspace"), file: join(root, "workspace", "file1.ts") },
				},
			},
		]);
		await anew.close();
		await writeFile(file, "no database any more".repeat(1000));
		await assert.rejects(open(file, false), /damaged.*Build it again/);
		assert.equal(existsSync(file), false);
	});

	/** Creates an index that opens, although its content cannot be read. */
	async function damagedWithin(file: string) {
		const store = await start(file);
		const entries = await entriesIn(join(root, "workspace"));
		await store.chunker.cut(entries.map((entry) => ({ entry })));
		await store.close();
		const db = new DatabaseSync(file);
		const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'contents'").get()?.rootpage);
		db.close();
		await writeFile(file, (await readFile(file)).fill(0xff, (page - 1) * 16_384, page * 16_384));
		const damaged = await open(file, false);
		assert.ok(damaged);
		return damaged;
	}

	it("ends if damage is found only later; the next worker begins a new file", async () => {
		const file = join(root, "later.sqlite");
		const damaged = await damagedWithin(file);
		await assert.rejects(damaged.chunker.missing(0, 10, true), /damaged/);
		assert.equal(damaged.ended, true);
		assert.equal(existsSync(file), false);
	});

	it("does not remove a damaged file while another window builds it, nor the lock that keeps others from building", async () => {
		const file = join(root, "held.sqlite");
		const damaged = await damagedWithin(file);
		const late = await open(file, false);
		const builder = new DatabaseSync(`${file}.lock`);
		builder.exec("BEGIN EXCLUSIVE");
		await assert.rejects(damaged.chunker.missing(0, 10, true), BuiltElsewhereError);
		assert.equal(damaged.ended, true);
		await writeFile(file, "no database any more".repeat(1000));
		for (const make of [false, true]) await assert.rejects(open(file, make), BuiltElsewhereError);
		assert.equal(existsSync(file), true);
		builder.close();
		const anew = await start(file);
		assert.equal((await anew.catalogue.facts()).files, 0);
		assert.equal(await anew.catalogue.lock(), true);
		assert.equal(
			await late?.catalogue.lock(),
			false,
			"a window that still has the damaged one open waits for the same lock",
		);
		await Promise.all([anew.close(), late?.close()]);
	});

	it("notifies other windows that it closes a damaged file", async () => {
		const file = join(root, "told.sqlite");
		const damaged = await damagedWithin(file);
		const other = await open(file, false);
		await assert.rejects(damaged.chunker.missing(0, 10, true), /damaged/);
		await assert.rejects(async () => other?.catalogue.lock(), IndexDeletedError);
		await other?.close();
	});

	it("rejects every pending call after the index was deleted, with that reason", async () => {
		const file = join(root, "deleted.sqlite");
		const store = await start(file);
		const [, entry] = await entriesIn(join(root, "workspace"));
		assert.ok(entry);
		await store.chunker.cut([{ entry }]);
		await retireIndexFile(file);
		const asked = await Promise.allSettled([
			store.catalogue.facts(),
			store.chunker.missing(0, 10, true),
			store.chunker.countMissing(true),
		]);
		asked.push(...(await Promise.allSettled([store.vectors.dimension()])));
		for (const answer of asked) assert.ok(answer.status === "rejected" && answer.reason instanceof IndexDeletedError);
		await store.close();
	});

	it("replaces a file that is not a database of this version", async () => {
		const file = join(root, "old.sqlite");
		const first = await start(file);
		const folder = join(root, "workspace");
		await first.chunker.cut([{ entry: { path: "a.ts", location: { folder, file: join(folder, "file1.ts") } } }]);
		await first.close();
		const db = new DatabaseSync(file);
		db.exec("PRAGMA user_version = 99");
		db.close();
		const second = await start(file);
		assert.equal((await second.catalogue.facts()).files, 0);
		await second.close();
	});
});

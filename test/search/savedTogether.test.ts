import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { syntaxTrees } from "../../src/worker/chunking/syntaxTrees";
import { SqliteIndexStore } from "../../src/worker/store/sqliteIndexStore";
import { demoEmbed } from "../gateway/endpoints/demoEmbed";
import { grammars } from "./world/folderIndex";

/** The sizes in SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat), in bytes. */
const log = { header: 32, frameHeader: 24, pageSize: 16_384 };

/** Returns the number of transactions in a write-ahead log: the last frame of each has the size of the database. */
async function transactionsIn(file: string): Promise<number> {
	const bytes = await readFile(file);
	let count = 0;
	for (let at = log.header; at < bytes.length; at += log.frameHeader + log.pageSize)
		if (bytes.readUInt32BE(at + 4) !== 0) count++;
	return count;
}

describe("index: batches of vectors that arrive together", () => {
	let folder: string;
	let store: SqliteIndexStore;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-together-"));
		const location = { file: join(folder, "index.sqlite"), model: "demo-embed" };
		const opened = await SqliteIndexStore.open(location, await syntaxTrees(grammars), true);
		assert.ok(opened);
		store = opened;
		const bytes = Buffer.from(Array.from({ length: 300 }, (_, i) => `const value${i} = ${i} * rate;\n`).join(""));
		await store.chunker.cut([{ entry: { path: "a.ts", stamp: "1", size: bytes.length }, bytes }]);
	});
	afterEach(async () => {
		await store.close();
		await rm(folder, { recursive: true, force: true });
	});

	const embedded = async () =>
		(await store.chunker.missing(0, 100, true)).map(({ id, text }) => [{ id, vector: demoEmbed.embed(text) }]);

	it("are saved in one transaction", async () => {
		const batches = await embedded();
		assert.ok(batches.length > 3);
		const file = join(folder, "index.sqlite-wal");
		const before = await transactionsIn(file);
		await Promise.all(batches.map((batch) => store.vectors.saveVectors(batch)));
		assert.equal((await transactionsIn(file)) - before, 1);
		assert.equal(await store.chunker.countMissing(true), 0);
		await store.vectors.saveVectors(batches[0] ?? []);
		assert.equal((await transactionsIn(file)) - before, 2);
	});

	it("all fail if they cannot be saved, and stay missing", async () => {
		const batches = await embedded();
		const wrong = [...batches.slice(1), [{ id: 1, vector: new Float32Array(3) }]];
		const results = await Promise.allSettled(wrong.map((batch) => store.vectors.saveVectors(batch)));
		assert.deepEqual([...new Set(results.map(({ status }) => status))], ["rejected"]);
		assert.equal(await store.chunker.countMissing(true), batches.length);
	});
});

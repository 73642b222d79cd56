// Gatehouse's index with many vectors, in a separate process: FILE.
import { statSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { parseQuery } from "../../../src/core/search/model/searchQuery";
import { ChunkSearch } from "../../../src/worker/store/chunkSearch";
import { openIndexDatabase, transaction } from "../../../src/worker/store/indexDatabase";
import { VectorMemory } from "../../../src/worker/store/vectorMemory";
import { VectorTables } from "../../../src/worker/store/vectorTables";
import type { VectorMatrix } from "../../../src/worker/vectors/vectorMatrix";
import { median } from "../median";
import { answerTasks } from "./answerTasks";
import { madeVectors } from "./madeVectors";
import { bytes as readModule } from "./readBytes.wat";
import { best, type Loaded, type QueryTimes, queries, querySeed, type VectorTask, vectorSeed } from "./vectorTask";

const [file = ""] = process.argv.slice(2);
const none = parseQuery("nothing");
let dimension = 0;
let search: ChunkSearch | undefined;
let matrix: VectorMatrix | undefined;

async function open(file: string): Promise<DatabaseSync> {
	const db = await openIndexDatabase(file, "bench", true);
	if (!db) throw new Error("The index was not made.");
	return db;
}

async function fill(file: string, count: number): Promise<number> {
	const db = await open(file);
	const tables = new VectorTables(db);
	db.exec("INSERT INTO files VALUES (1, 'file.ts', '', 'typescript', NULL)");
	let id = 0;
	const vectors = madeVectors(count, dimension, vectorSeed)[Symbol.iterator]();
	while (id < count) transaction(db, () => fillSome(db, tables, vectors, () => ++id));
	db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	db.close();
	return statSync(file).size;
}

function fillSome(db: DatabaseSync, tables: VectorTables, vectors: Iterator<Float32Array>, nextId: () => number): void {
	const content = db.prepare("INSERT INTO contents (id, hash, symbol, text) VALUES (?, ?, '', '')");
	const chunk = db.prepare("INSERT INTO chunks VALUES (?, 1, ?, ?, 1)");
	for (let i = 0; i < 1000; i++) {
		const { value, done } = vectors.next();
		if (done) return;
		const id = nextId();
		content.run(id, String(id));
		// The line identifies the chunk.
		chunk.run(id, id, id);
		tables.save([{ id, vector: value }]);
	}
}

/** Searches a small index once, so that the fixed memory of SQLite and WebAssembly does not count as the vectors'. */
async function warmUp(): Promise<void> {
	const small = `${file}.small`;
	await fill(small, 3000);
	const db = await open(small);
	const [asked = new Float32Array(dimension)] = madeVectors(1, dimension, querySeed);
	new VectorMemory(db, new VectorTables(db)).current()?.nearest(asked, best);
	db.close();
}

/** Returns the process's memory in bytes, after everything possible was released. */
async function settledMemory(): Promise<number> {
	for (let i = 0; i < 3; i++) {
		globalThis.gc?.();
		// Other threads release pages.
		await setTimeout(150);
	}
	return process.memoryUsage().rss;
}

async function load(): Promise<Loaded> {
	await warmUp();
	const db = await open(file);
	const tables = new VectorTables(db);
	const memory = new VectorMemory(db, tables);
	const before = await settledMemory();
	const began = performance.now();
	matrix = memory.current();
	const milliseconds = performance.now() - began;
	search = new ChunkSearch(db, tables, memory);
	const addedMemory = (await settledMemory()) - before;
	return { milliseconds, addedMemory, codes: (matrix?.size ?? 0) * dimension };
}

function query(rows: VectorMatrix, times: number): QueryTimes {
	const asked = [...madeVectors(queries, dimension, querySeed)];
	const floor = reader(rows);
	const took = { query: [] as number[], scan: [] as number[], read: [] as number[] };
	const timed = <T>(into: number[], run: () => T): T => {
		const began = performance.now();
		const result = run();
		into.push(performance.now() - began);
		return result;
	};
	const found: number[][] = [];
	for (let time = 0; time < times; time++) {
		const vector = asked[time % queries] ?? new Float32Array(dimension);
		timed(took.read, floor);
		timed(took.scan, () => rows.nearest(vector, 100));
		const results = timed(took.query, () =>
			search?.findChunks({ query: none, vector, withoutKeywords: true, limit: best }),
		);
		if (time < queries) found.push((results ?? []).map(({ firstLine }) => firstLine));
	}
	return { query: median(took.query), scan: median(took.scan), read: median(took.read), found };
}

/** Returns a function that reads as many bytes as there are codes, in place. */
function reader({ memory, size }: VectorMatrix): () => void {
	const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readModule), { memory: { rows: memory } });
	const read = exports.read as (at: number, length: number) => bigint;
	const length = size * dimension;
	return () => void read(0, length - (length % 64));
}

answerTasks<VectorTask>(async (task) => {
	if (task.do !== "query") dimension = task.dimension;
	if (task.do === "fill") return fill(file, task.count);
	if (task.do === "load") return load();
	if (!matrix) throw new Error("Nothing is loaded.");
	return query(matrix, task.times);
});

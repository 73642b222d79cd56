// LanceDB with the same vectors, in a separate process: FOLDER, and the folder of the rivals' packages.
import { createRequire } from "node:module";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { median } from "../median";
import { answerTasks } from "./answerTasks";
import { madeVectors } from "./madeVectors";
import { best, type QueryTimes, queries, querySeed, type VectorTask, vectorSeed } from "./vectorTask";

/** The used part of LanceDB's API; its own types come with its packages, which only the bench installs. */
interface Table {
	add(rows: readonly object[]): Promise<unknown>;
	optimize(): Promise<unknown>;
	search(vector: number[]): { limit(count: number): { toArray(): Promise<readonly { readonly id: number }[]> } };
}
interface Lance {
	connect(folder: string): Promise<{ createTable(name: string, rows: readonly object[]): Promise<Table> }>;
}

const [folder = "", packages = ""] = process.argv.slice(2);
const lance = createRequire(join(packages, "package.json"))("@lancedb/lancedb") as Lance;
const rowsAtOnce = 5000;
let table: Table | undefined;
let dimension = 0;

async function fill(count: number): Promise<number> {
	const db = await lance.connect(folder);
	let rows: object[] = [];
	let id = 0;
	const write = async () => {
		if (table) await table.add(rows);
		else table = await db.createTable("vectors", rows);
		rows = [];
	};
	for (const vector of madeVectors(count, dimension, vectorSeed)) {
		rows.push({ id: ++id, vector: Array.from(vector) });
		if (rows.length === rowsAtOnce) await write();
	}
	if (rows.length > 0) await write();
	// In one piece, which is fastest.
	await table?.optimize();
	return 0;
}

async function query(times: number): Promise<QueryTimes> {
	const asked = [...madeVectors(queries, dimension, querySeed)].map((vector) => Array.from(vector));
	const took: number[] = [];
	const found: number[][] = [];
	for (let time = 0; time < times; time++) {
		const began = performance.now();
		const rows = await table
			?.search(asked[time % queries] ?? [])
			.limit(best)
			.toArray();
		took.push(performance.now() - began);
		if (time < queries) found.push((rows ?? []).map(({ id }) => Number(id)));
	}
	return { query: median(took), found };
}

answerTasks<VectorTask>(async (task) => {
	if (task.do === "query") return query(task.times);
	if (task.do === "load") throw new Error("Loading is not measured here.");
	dimension = task.dimension;
	return fill(task.count);
});

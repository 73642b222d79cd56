// Gatehouse's index with many vectors and real texts, in a separate process: FILE, the folder of the corpus' packages.
import { statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { DatabaseSync } from "node:sqlite";
import { parseQuery, type SearchQuery } from "../../../src/core/search/model/searchQuery";
import type { CutFile } from "../../../src/worker/chunking/fileReader";
import { readAndCut } from "../../../src/worker/chunking/fileReader";
import { ChunkSearch } from "../../../src/worker/store/chunkSearch";
import { ChunkTables } from "../../../src/worker/store/chunkTables";
import { openIndexDatabase, transaction } from "../../../src/worker/store/indexDatabase";
import { VectorMemory } from "../../../src/worker/store/vectorMemory";
import { VectorTables } from "../../../src/worker/store/vectorTables";
import { entriesIn } from "../../search/world/folderFiles";
import { median } from "../median";
import { answerTasks } from "./answerTasks";
import { corpusPackages } from "./corpus";
import { madeVectors } from "./madeVectors";
import type { Filled, TextTask, TextTimes } from "./textTask";
import { best, queries, querySeed, vectorSeed } from "./vectorTask";

const [file = "", packages = ""] = process.argv.slice(2);
/** Cutting by lines is faster, and makes no difference for the search. */
const byLines = { load: async () => {}, cut: () => undefined };
const questions = [
	"where is the camera's projection matrix updated",
	"retry a failed effect with exponential back-off",
	"how are shadow maps rendered",
	"parse a duration from a string",
	"close a scope and run its finalizers",
	"load a texture and wait for the image",
	"decode JSON against a schema",
	"interrupt a fiber",
	"intersect a ray with a triangle",
	"merge two streams",
];
let dimension = 0;
let search: ChunkSearch | undefined;

/** Yields the corpus' files repeatedly, with the number of the copy in each. */
async function* cutFiles(): AsyncIterable<CutFile> {
	for (let copy = 0; ; copy++) {
		for (const name of corpusPackages) {
			const folder = join(packages, "node_modules", name);
			for (const entry of await entriesIn(folder)) {
				const { chunks, ...cut } = readAndCut({ entry }, byLines);
				if (typeof chunks === "string") continue;
				const marked = chunks.map((chunk) => ({ ...chunk, text: `${chunk.text}\n// copy ${copy}` }));
				yield { ...cut, path: `copy${copy}/${name}/${cut.path}`, chunks: marked };
			}
		}
	}
}

async function fill(count: number): Promise<Filled> {
	const db = await openIndexDatabase(file, "bench", true);
	if (!db) throw new Error("The index was not made.");
	const tables = new VectorTables(db);
	const chunks = new ChunkTables(db);
	const contents = { added: new Set<number>(), dropped: new Set<number>() };
	let files = 0;
	for await (const cut of cutFiles()) {
		if (contents.added.size >= count) break;
		transaction(db, () => chunks.replace([cut], contents));
		files++;
	}
	const vectors = madeVectors(contents.added.size, dimension, vectorSeed)[Symbol.iterator]();
	keepAll(db, tables, [...contents.added], vectors);
	db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	search = new ChunkSearch(db, tables, new VectorMemory(db, tables));
	return { files, bytes: statSync(file).size };
}

function keepAll(
	db: DatabaseSync,
	tables: VectorTables,
	ids: readonly number[],
	vectors: Iterator<Float32Array>,
): void {
	for (let from = 0; from < ids.length; from += 1000) {
		const some = ids.slice(from, from + 1000);
		transaction(db, () => tables.save(some.map((id) => ({ id, vector: vectors.next().value }))));
	}
}

function query(index: ChunkSearch, times: number): TextTimes {
	const vectors = [...madeVectors(queries, dimension, querySeed)];
	const p50 = (filter: string, withoutKeywords = false) => {
		const took: number[] = [];
		for (let time = 0; time < times; time++) {
			const asked: SearchQuery = parseQuery(`${questions[time % questions.length]} ${filter}`);
			const vector = vectors[time % queries];
			const began = performance.now();
			index.findChunks({ query: asked, vector, withoutKeywords, limit: best });
			took.push(performance.now() - began);
		}
		return median(took);
	};
	return {
		meaning: p50("", true),
		hybrid: p50(""),
		manyFiles: p50("-path:test"),
		fewFiles: p50("path:webgpu"),
	};
}

answerTasks<TextTask>(async (task) => {
	if (task.do === "fill") {
		dimension = task.dimension;
		return fill(task.count);
	}
	if (!search) throw new Error("Nothing is filled in.");
	return query(search, task.times);
});

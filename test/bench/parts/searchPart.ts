import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeWithSqlite } from "../../host/nodeWithSqlite";
import { bundlesFolder } from "../../host/paths";
import { type BenchProcess, startBenchProcess } from "../benchProcess";
import { atLeast, atMost, type Measured, measured, type Part } from "../figure";
import { median, medianRatio } from "../median";
import { rivalPackages } from "../rivalPackages";
import type { TaskReply } from "../search/answerTasks";
import type { IndexingFigures, ParsingFigures, ParsingTask } from "../search/indexingTask";
import type { QualityFigures } from "../search/qualityTask";
import { best, type Loaded, type QueryTimes, queries, type VectorTask } from "../search/vectorTask";

const sizes = [10_000, 100_000, 300_000];
/** Questions in a round: fewer of more vectors, for LanceDB takes its time. */
const askedOf = (count: number) => Math.ceil(queries * Math.min(1, 100_000 / count));
const dimensions = [768, 1024];
const rounds = 5;
const bytesInMb = 1024 * 1024;

/** The index: searching many vectors beside LanceDB, indexing many files, and how good its answers are. */
export const searchPart: Part = async (_tell, subject) => {
	const node = await nodeWithSqlite();
	const packages = await rivalPackages();
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));
	const start = (name: string, ...args: string[]) =>
		startBenchProcess(join(bundlesFolder, "bench", "search", `${name}.main.js`), args, node, ["--expose-gc"]);
	try {
		const figures = [
			await subject("asking the retrieval set's questions", () => quality(start("quality"))),
			await subject("indexing 50 MB of source", () =>
				indexing(start("indexing", packages, folder), start("bareParsing")),
			),
		];
		for (const dimension of dimensions) {
			for (const count of sizes) {
				const searched = await subject(`searching ${count} vectors of ${dimension}`, async () => {
					const work = await mkdtemp(join(folder, "vectors-"));
					const own = start("gatehouseVectors", join(work, "index.sqlite"));
					const lance = start("lanceVectors", join(work, "lance"), packages);
					return searching(own, lance, count, dimension).finally(() => rm(work, { recursive: true, force: true }));
				});
				figures.push(searched);
			}
		}
		return figures.flat();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

/** One answer of a process. @throws Error with what went wrong in it. */
async function ask<T>(process: BenchProcess, task: object): Promise<T> {
	const reply = (await process.ask(task)) as TaskReply<T>;
	if ("error" in reply) throw new Error(reply.error);
	return reply.value;
}

async function searching(
	own: BenchProcess,
	lance: BenchProcess,
	count: number,
	dimension: number,
): Promise<Measured[]> {
	try {
		const fill: VectorTask = { do: "fill", count, dimension };
		const [bytes] = await Promise.all([ask<number>(own, fill), ask(lance, fill)]);
		const loaded = await ask<Loaded>(own, { do: "load" });
		const round = async (asked: number) => {
			const task: VectorTask = { do: "query", times: asked };
			return { own: await ask<QueryTimes>(own, task), lance: await ask<QueryTimes>(lance, task) };
		};
		// The first only warms up, and tells what is found.
		const { own: found, lance: exact } = await round(queries);
		const times: Awaited<ReturnType<typeof round>>[] = [];
		for (let i = 0; i < rounds; i++) times.push(await round(askedOf(count)));
		const of = (pick: (one: (typeof times)[number]) => number | undefined) =>
			times.map((one) => pick(one) ?? Number.NaN);
		const query = of((one) => one.own.query);
		const scan = of((one) => one.own.scan);
		const name = `${count / 1000}k × ${dimension}`;
		return [
			measured(`${name}: scan p50`, median(scan), "ms"),
			measured(
				`${name}: scan / one read of the codes`,
				medianRatio(
					scan,
					of((one) => one.own.read),
				),
				"×",
				atMost(1.2),
			),
			measured(`${name}: whole query p50`, median(query), "ms"),
			measured(
				`${name}: whole query / LanceDB`,
				medianRatio(
					query,
					of((one) => one.lance.query),
				),
				"×",
				atMost(0.1),
			),
			measured(`${name}: recall@10`, recall(found.found, exact.found), "", atLeast(0.99)),
			measured(`${name}: added memory / codes`, loaded.addedMemory / loaded.codes, "×", atMost(1.2)),
			measured(`${name}: load`, loaded.milliseconds, "ms"),
			measured(`${name}: file`, bytes / bytesInMb, "MB"),
		];
	} finally {
		await Promise.all([own.close(), lance.close()]);
	}
}

/** LanceDB without an index is exact: how much of what it finds is found. */
function recall(found: QueryTimes["found"], exact: QueryTimes["found"]): number {
	const hits = exact.map((ids, query) => ids.filter((id) => found[query]?.includes(id)).length);
	return hits.reduce((sum, count) => sum + count, 0) / (exact.length * best);
}

async function indexing(index: BenchProcess, parser: BenchProcess): Promise<Measured[]> {
	try {
		const found = await ask<IndexingFigures>(index, {});
		const { folder, leftOut } = found;
		const bare = await ask<ParsingFigures>(parser, { folder, leftOut } satisfies ParsingTask);
		return [
			measured("indexing: source", bare.megabytes, "MB"),
			measured("indexing: chunks", found.chunks, ""),
			measured("indexing: CPU of bare parsing", bare.cpu, "ms"),
			measured("indexing: CPU without the wire / bare parsing", found.cpu / bare.cpu, "×", atMost(1.15)),
			measured("indexing: event-loop delay p99", found.delay, "ms", atMost(20)),
			measured("indexing: gateway busy at its limit", found.busy, "", atLeast(0.95)),
			measured("indexing: texts sent by a second build", found.sentAgain, "", atMost(0)),
		];
	} finally {
		await Promise.all([index.close(), parser.close()]);
	}
}

async function quality(process: BenchProcess): Promise<Measured[]> {
	try {
		const { questions, hybrid, keywords, meaning } = await ask<QualityFigures>(process, {});
		return [
			measured("questions", questions, ""),
			...(["recall", "mrr"] as const).flatMap((figure) => {
				const name = figure === "recall" ? "recall@5" : "MRR";
				return [
					measured(`${name}: keywords alone`, keywords[figure], ""),
					measured(`${name}: vectors alone`, meaning[figure], ""),
					measured(`${name}: hybrid`, hybrid[figure], "", atLeast(Math.max(keywords[figure], meaning[figure]))),
				];
			}),
		];
	} finally {
		await process.close();
	}
}

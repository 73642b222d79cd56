import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeWithSqlite } from "../../host/packages/nodeWithSqlite";
import { bundlesFolder } from "../../host/paths";
import { type BenchProcess, startBenchProcess } from "../benchProcess";
import { atLeast, atMost, type Measured, measured, type Part } from "../figure";
import { median, medianRatio } from "../median";
import { rivalPackages } from "../rivalPackages";
import { ask } from "../search/answerTasks";
import { corpusIn } from "../search/corpus";
import { cuttingTime } from "../search/cuttingTime";
import { hostDelay } from "../search/hostDelay";
import type { BuildFigures, ParsingFigures, ParsingTask } from "../search/indexingTask";
import type { QualityFigures } from "../search/qualityTask";
import type { GatewayTask } from "../search/rateLimitedGateway.main";
import type { Filled, TextTask, TextTimes } from "../search/textTask";
import { best, type Loaded, type QueryTimes, queries, type VectorTask } from "../search/vectorTask";
import type { WireFigures } from "../search/wireFigures";

const sizes = [10_000, 100_000, 300_000];
/** Number of queries in a round: fewer for more vectors, because LanceDB is slow. */
const askedOf = (count: number) => Math.ceil(queries * Math.min(1, 100_000 / count));
const dimensions = [768, 1024];
const rounds = 5;
const indexingRounds = 5;
const bytesInMb = 1024 * 1024;

/** Measures the index: searching many vectors beside LanceDB, indexing many files, and the quality of its answers. */
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
				indexing(
					(work) => start("indexing", packages, work),
					() => start("bareParsing"),
					folder,
				),
			),
			await subject("cutting a generated file with and without foldBlocks", cuttingTime),
			await subject("embedding 50 MB of source over the wire", () =>
				embedding(start("wireWhileIndexing", packages, folder)),
			),
			await subject("building the index of 50 MB of source in VS Code", () =>
				buildingInVscode(start("rateLimitedGateway"), packages, folder),
			),
		];
		for (const dimension of dimensions) {
			for (const count of sizes) {
				const searched = await subject(`searching ${count} vectors of ${dimension}`, async () => {
					const work = await mkdtemp(join(folder, "vectors-"));
					const own = () => start("gatehouseVectors", join(work, "index.sqlite"));
					const lance = start("lanceVectors", join(work, "lance"), packages);
					return searching(own, lance, count, dimension).finally(() => rm(work, { recursive: true, force: true }));
				});
				figures.push(searched);
			}
			figures.push(growth(figures.flat(), dimension));
		}
		const [, count = 0] = sizes;
		const withTexts = await subject(`searching ${count} chunks of real texts`, () =>
			searchingTexts(start("textQueries", join(folder, "texts.sqlite"), packages), count, dimensions[0] ?? 0),
		);
		return [...figures, withTexts].flat();
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
};

async function searching(
	startOwn: () => BenchProcess,
	lance: BenchProcess,
	count: number,
	dimension: number,
): Promise<Measured[]> {
	let own = startOwn();
	try {
		const fill: VectorTask = { do: "fill", count, dimension };
		const [bytes] = await Promise.all([ask<number>(own, fill), ask(lance, fill)]);
		await own.close();
		own = startOwn();
		const loaded = await ask<Loaded>(own, { do: "load", dimension } satisfies VectorTask);
		const round = async (asked: number) => {
			const task: VectorTask = { do: "query", times: asked };
			return { own: await ask<QueryTimes>(own, task), lance: await ask<QueryTimes>(lance, task) };
		};
		// The first round only warms up, and provides the results to compare.
		const { own: found, lance: exact } = await round(queries);
		const times: Awaited<ReturnType<typeof round>>[] = [];
		for (let i = 0; i < rounds; i++) times.push(await round(askedOf(count)));
		const of = (pick: (one: (typeof times)[number]) => number | undefined) =>
			times.map((one) => pick(one) ?? Number.NaN);
		const query = of((one) => one.own.query);
		const scan = of((one) => one.own.scan);
		const name = nameOf(count, dimension);
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
			measured(wholeQuery(name), median(query), "ms"),
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

/** Measures the growth of a query's time with the number of vectors: the factor for twice as many. */
function growth(figures: readonly Measured[], dimension: number): Measured[] {
	const at = (count: number) => figures.find(({ name }) => name === wholeQuery(nameOf(count, dimension)))?.value;
	return sizes.flatMap((size, i) => {
		const before = sizes[i - 1] ?? 0;
		const [longer, shorter] = [at(size), at(before)];
		if (longer === undefined || shorter === undefined) return [];
		const name = `${dimension}: whole query p50 from ${before / 1000}k to ${size / 1000}k, for each doubling`;
		return [measured(name, (longer / shorter) ** (1 / Math.log2(size / before)), "×")];
	});
}

const nameOf = (count: number, dimension: number) => `${count / 1000}k × ${dimension}`;
const wholeQuery = (name: string) => `${name}: whole query p50`;

async function searchingTexts(process: BenchProcess, count: number, dimension: number): Promise<Measured[]> {
	try {
		const fill: TextTask = { do: "fill", count, dimension };
		const { files, bytes } = await ask<Filled>(process, fill);
		const round = () => ask<TextTimes>(process, { do: "query", times: queries } satisfies TextTask);
		// The first round only warms up.
		await round();
		const times: TextTimes[] = [];
		for (let i = 0; i < rounds; i++) times.push(await round());
		const p50 = (pick: keyof TextTimes) => median(times.map((one) => one[pick]));
		const name = `${nameOf(count, dimension)} with real texts`;
		return [
			measured(`${name}: files`, files, ""),
			measured(`${name}: file`, bytes / bytesInMb, "MB"),
			measured(`${name}: query by meaning alone p50`, p50("meaning"), "ms"),
			measured(`${name}: hybrid query p50`, p50("hybrid"), "ms"),
			measured(`${name}: hybrid query p50, -path: that leaves most files`, p50("manyFiles"), "ms"),
			measured(`${name}: hybrid query p50, path: of a few files`, p50("fewFiles"), "ms"),
		];
	} finally {
		await process.close();
	}
}

/** Returns the share of LanceDB's results that are found; without an index, LanceDB is exact. */
function recall(found: QueryTimes["found"], exact: QueryTimes["found"]): number {
	const hits = exact.map((ids, query) => ids.filter((id) => found[query]?.includes(id)).length);
	return hits.reduce((sum, count) => sum + count, 0) / (exact.length * best);
}

/** Measures indexing, each time in new processes: a process that has parsed before has already compiled the code. */
async function indexing(
	startIndex: (work: string) => BenchProcess,
	startParser: () => BenchProcess,
	folder: string,
): Promise<Measured[]> {
	const builds: BuildFigures[] = [];
	const parsed: ParsingFigures[] = [];
	for (let round = 0; round < indexingRounds; round++) {
		const work = await mkdtemp(join(folder, "indexing-"));
		const index = startIndex(work);
		try {
			const found = await ask<BuildFigures>(index, {});
			builds.push(found);
			const parser = startParser();
			const task: ParsingTask = { folder: found.folder, leftOut: found.leftOut };
			parsed.push(await ask<ParsingFigures>(parser, task).finally(() => parser.close()));
		} finally {
			await index.close();
			await rm(work, { recursive: true, force: true });
		}
	}
	const built = (pick: (one: BuildFigures) => number) => builds.map(pick);
	const bare = parsed.map(({ cpu }) => cpu);
	const ratio = medianRatio(
		built(({ cpu }) => cpu),
		bare,
	);
	return [
		measured("indexing: source", median(parsed.map(({ megabytes }) => megabytes)), "MB"),
		measured("indexing: chunks", median(built(({ chunks }) => chunks)), ""),
		measured("indexing: CPU of bare parsing", median(bare), "ms"),
		measured("indexing: CPU without the wire / bare parsing", ratio, "×", atMost(1.15)),
		measured("indexing: texts sent by a second build", Math.max(...built(({ sentAgain }) => sentAgain)), "", atMost(0)),
	];
}

async function embedding(process: BenchProcess): Promise<Measured[]> {
	try {
		const found = await ask<WireFigures>(process, {});
		return [
			measured("over the wire: gateway busy at its limit", found.busy, "", atLeast(0.95)),
			measured("over the wire: event-loop delay p99 while cutting", found.delayCutting, "ms", atMost(20)),
			measured("over the wire: event-loop delay p99 while embedding", found.delayEmbedding, "ms", atMost(20)),
			measured("over the wire: chunks embedded in a second, without a limit", found.rate, ""),
		];
	} finally {
		await process.close();
	}
}

async function buildingInVscode(gateway: BenchProcess, packages: string, folder: string): Promise<Measured[]> {
	try {
		const address = await ask<{ url: string; key: string }>(gateway, { do: "open" } satisfies GatewayTask);
		const { p99, seconds, asked } = await hostDelay(address, await corpusIn(packages, folder), folder);
		return [
			measured("in VS Code: event-loop delay p99 of the extension host", p99, "ms", atMost(20)),
			measured("in VS Code: the whole build", seconds, "s"),
			measured("in VS Code: how often the user was asked", asked, ""),
		];
	} finally {
		await gateway.close();
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

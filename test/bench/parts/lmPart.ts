import { join } from "node:path";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { startBenchProcess } from "../benchProcess";
import { atMost, type Measured, measured, type Part } from "../figure";
import { type PacedAnswer, rateOf, wholeWay } from "../lm/wholeWay";
import { median, medianRatio } from "../median";
import { benchFolder, productionBundle } from "../productionBundle";
import type { ClientTask } from "../wire/clientTask";
import { sideBySide } from "../wire/sideBySide";

const names = ["gatehouseClient", "providerClient"] as const;
type Name = (typeof names)[number];
const chunks = 50_000;
const rounds = 11;
const requestsInRound = 300;
/** Number of chunks of an answer that another extension reads, and number of answers. */
const chunksOfAnswer = 1_000;
const answers = 41;

/** Measures the provider of language models beside the client that it uses (docs/performance.md#gateway-client). */
export const lmPart: Part = async (tell, subject) => {
	tell("bundling the clients");
	const outdir = join(benchFolder, "lm");
	await productionBundle({
		entryPoints: names.map((name) => `test/bench/wire/${name}.ts`),
		outdir,
		splitting: false,
		alias: {
			"@vscode/l10n": "@vscode/l10n/dist/browser.js",
			vscode: join(repositoryFolder, "test/bench/wire/vscodeStandIn.ts"),
		},
	});
	const module = (name: string) => join(bundlesFolder, "bench", "wire", `${name}.main.js`);
	const server = startBenchProcess(module("streamServer"));
	try {
		const url = `http://127.0.0.1:${await server.next()}/v1`;
		const start = (name: Name) => startBenchProcess(module("client"), [join(outdir, `${name}.js`), url]);
		const figures = async (what: string, unit: string, task: ClientTask): Promise<Measured[]> => {
			const { gatehouseClient, providerClient } = await sideBySide(names, start, rounds, task);
			return [
				measured(`${what}: client alone`, median(gatehouseClient), unit),
				measured(`${what}: provider`, median(providerClient), unit),
				measured(`${what}: provider / client alone`, medianRatio(providerClient, gatehouseClient), "×", atMost(1.2)),
			];
		};
		return [
			...(await subject(`reading ${rounds} × ${chunks} parts`, () =>
				figures("CPU per part", "µs", { measure: "cpu", chunks, shape: "plain" }),
			)),
			...(await subject(`waiting for ${rounds * requestsInRound} first parts`, () =>
				figures("time to first part", "ms", { measure: "firstToken", times: requestsInRound }),
			)),
			...(await subject(`reading ${answers} × ${chunksOfAnswer} chunks in another extension`, async () => {
				const { gatehouse, echo, echoOfParts, echoOfFetch, parts, paced } = await wholeWay(chunksOfAnswer, answers);
				return [
					measured("whole way: parts of an answer", median(parts), ""),
					measured("whole way: echo provider", median(echo), "ms"),
					measured("whole way: echo provider of our parts", median(echoOfParts), "ms"),
					measured("whole way: echo provider of our parts after a plain fetch", median(echoOfFetch), "ms"),
					measured("whole way: provider", median(gatehouse), "ms"),
					measured("whole way: provider / echo provider", medianRatio(gatehouse, echo), "×", atMost(1.2)),
					measured("whole way: provider / echo provider of our parts", medianRatio(gatehouse, echoOfParts), "×"),
					measured("whole way: plain fetch / echo provider of our parts", medianRatio(echoOfFetch, echoOfParts), "×"),
					measured("whole way: provider / plain fetch", medianRatio(gatehouse, echoOfFetch), "×", atMost(1.2)),
					...paced.flatMap(pacedFigures),
				];
			})),
		];
	} finally {
		await server.close();
	}
};

/** Returns the figures of an answer at a model's pace. */
function pacedFigures({ pace, ...times }: PacedAnswer): Measured[] {
	const way = `whole way at ${rateOf(pace)} chunks a second`;
	return [
		measured(`${way}: parts from the provider`, median(times.gatehouse.parts), ""),
		measured(`${way}: parts from the echo provider`, median(times.echo.parts), ""),
		...(["first", "whole"] as const).flatMap((what) => {
			const until = `${way}, ${what === "first" ? "first part" : "end"}`;
			const [ours, theirs] = [times.gatehouse[what], times.echo[what]];
			return [
				measured(`${until}: echo provider`, median(theirs), "ms"),
				measured(`${until}: plain fetch, without VS Code`, median(times.fetch[what]), "ms"),
				measured(`${until}: provider`, median(ours), "ms"),
				measured(`${until}: provider / echo provider`, medianRatio(ours, theirs), "×", atMost(1.2)),
			];
		}),
	];
}

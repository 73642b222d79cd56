import { join } from "node:path";
import { bundlesFolder } from "../../host/paths";
import { type BenchProcess, startBenchProcess } from "../benchProcess";
import { atMost, type Measured, measured, type Part } from "../figure";
import { median, medianRatio } from "../median";
import { benchFolder, productionBundle } from "../productionBundle";
import { replacedModule } from "../replacedModule";
import type { ClientTask } from "../wire/clientTask";
import { sideBySide } from "../wire/sideBySide";
import { type ChunkShape, chunkShapes } from "../wire/streamClient";

/** The clients by the names of their modules in `../wire`, and by their names in the figures. */
const clients = {
	rawSocketClient: "raw socket, counting only",
	fetchParserClient: "fetch + eventsource-parser",
	openaiClient: "openai's iterator",
	gatehouseClient: "Gatehouse",
	/** The same client bundled with a fast path that never matches. */
	parsingClient: "Gatehouse without DeltaFastPath",
} as const;

type ClientName = keyof typeof clients;
/** Gatehouse and its rivals. */
const names = ["rawSocketClient", "fetchParserClient", "openaiClient", "gatehouseClient"] as const;

/** The cost of each client in each round. */
type Rounds = Readonly<Record<ClientName, number[]>>;
const noRounds = (): Rounds => ({
	rawSocketClient: [],
	fetchParserClient: [],
	openaiClient: [],
	gatehouseClient: [],
	parsingClient: [],
});

/** The clients that read every shape of chunks: Gatehouse, and the client with which it is compared. */
const shapeNames = ["fetchParserClient", "gatehouseClient"] as const satisfies readonly ClientName[];

const chunks = 50_000;
const cpuRounds = 11;
const firstTokenRounds = 10;
/** Number of measurements of first tokens with new processes: some processes are always slower than others. */
const firstTokenStarts = 4;
const requestsInRound = 300;

/**
 * Compares the gateway client with its rivals, side by side: CPU time of a streamed chunk, and time to the first token on a
 * warm connection (docs/performance.md#gateway-client).
 */
export const wirePart: Part = async (tell, subject) => {
	tell("bundling the clients");
	const folder = join(benchFolder, "wire");
	await bundle(folder);
	const module = (name: string) => join(bundlesFolder, "bench", "wire", `${name}.main.js`);
	const server = startBenchProcess(module("streamServer"));
	try {
		const url = `http://127.0.0.1:${await server.next()}/v1`;
		const start = (name: ClientName) => startBenchProcess(module("client"), [join(folder, `${name}.js`), url]);
		const cpuOf = async (names: readonly ClientName[], shape: ChunkShape): Promise<Rounds> => ({
			...noRounds(),
			...(await sideBySide(names, start, cpuRounds, { measure: "cpu", chunks, shape })),
		});
		const amount = `${cpuRounds} × ${chunks} chunks`;
		const figures = [
			await subject(`reading ${amount} with each client`, async () => cpuFigures(await cpuOf(names, "plain"))),
		];
		for (const shape of chunkShapes.filter((shape) => shape !== "plain")) {
			const read = async () => [shapeFigure(shape, await cpuOf(shapeNames, shape))];
			figures.push(await subject(`reading ${amount} of the shape ${shape}`, read));
		}
		figures.push(
			await subject(`reading ${amount} with and without DeltaFastPath`, async () =>
				fastPathFigures(await cpuOf(["gatehouseClient", "parsingClient"], "plain")),
			),
			await subject(
				`waiting for ${firstTokenStarts * firstTokenRounds * requestsInRound} first tokens with each client`,
				async () => firstTokenFigures(await firstTokens(start)),
			),
		);
		return figures.flat();
	} finally {
		await server.close();
	}
};

/** Bundles each client alone: code shared by two of them would be optimized for neither. */
async function bundle(outdir: string): Promise<void> {
	const source = (name: ClientName) => `test/bench/wire/${name}.ts`;
	await productionBundle({ entryPoints: names.map(source), outdir, splitting: false });
	await productionBundle({
		entryPoints: { parsingClient: source("gatehouseClient") },
		outdir,
		splitting: false,
		plugins: [replacedModule("deltaFastPath", "test/bench/wire/noFastPath.ts")],
	});
}

async function firstTokens(start: (name: ClientName) => BenchProcess): Promise<Rounds> {
	const task: ClientTask = { measure: "firstToken", times: requestsInRound };
	const all = noRounds();
	for (let started = 0; started < firstTokenStarts; started++) {
		const rounds = await sideBySide(names, start, firstTokenRounds, task);
		for (const name of names) all[name].push(...rounds[name]);
	}
	return all;
}

const ratio = (rounds: Rounds, rival: ClientName) => medianRatio(rounds.gatehouseClient, rounds[rival]);

function cpuFigures(cpu: Rounds): Measured[] {
	return [
		...names.map((name) => measured(`CPU per chunk: ${clients[name]}`, median(cpu[name]), "µs")),
		shapeFigure("plain", cpu),
		measured("CPU per chunk: Gatehouse / openai's iterator", ratio(cpu, "openaiClient"), "×", atMost(0.25)),
	];
}

function shapeFigure(shape: ChunkShape, rounds: Rounds): Measured {
	const name = `CPU per chunk, ${shape}: Gatehouse / fetch + parser`;
	return measured(name, ratio(rounds, "fetchParserClient"), "×", atMost(1.2));
}

function fastPathFigures(rounds: Rounds): Measured[] {
	const { parsingClient: name } = clients;
	return [
		measured(`CPU per chunk: ${name}`, median(rounds.parsingClient), "µs"),
		measured("CPU per chunk: Gatehouse with DeltaFastPath / without", ratio(rounds, "parsingClient"), "×", atMost(0.8)),
	];
}

function firstTokenFigures(firstToken: Rounds): Measured[] {
	return [
		...names.map((name) => measured(`time to first token: ${clients[name]}`, median(firstToken[name]), "ms")),
		measured(
			"time to first token: Gatehouse / fetch + parser",
			ratio(firstToken, "fetchParserClient"),
			"×",
			atMost(1.3),
		),
		measured("time to first token: Gatehouse / openai's iterator", ratio(firstToken, "openaiClient"), "×", atMost(1)),
	];
}

import { join } from "node:path";
import { bundlesFolder } from "../../host/paths";
import { type BenchProcess, startBenchProcess } from "../benchProcess";
import { atMost, type Measured, measured, type Part } from "../figure";
import { median, medianRatio } from "../median";
import { benchFolder, productionBundle } from "../productionBundle";
import type { ClientReply, ClientTask } from "../wire/clientTask";
import { type ChunkShape, chunkShapes } from "../wire/streamClient";

/** The clients by the names of their modules in `../wire`, and how the figures call them. */
const clients = {
	rawSocketClient: "raw socket, counting only",
	fetchParserClient: "fetch + eventsource-parser",
	openaiClient: "openai's iterator",
	gatehouseClient: "Gatehouse",
} as const;

type ClientName = keyof typeof clients;
const names = Object.keys(clients) as ClientName[];

/** What each client needed in each round. */
type Rounds = Readonly<Record<ClientName, number[]>>;
const noRounds = (): Rounds => ({ rawSocketClient: [], fetchParserClient: [], openaiClient: [], gatehouseClient: [] });

/** Those that read every shape of chunks: Gatehouse, and what its reading is measured by. */
const shapeNames = ["fetchParserClient", "gatehouseClient"] as const satisfies readonly ClientName[];

const chunks = 50_000;
const cpuRounds = 11;
const firstTokenRounds = 10;
/** How often the first tokens are measured with new processes: some are slower than others as long as they live. */
const firstTokenStarts = 4;
const requestsInRound = 300;

/**
 * The gateway client against its rivals, side by side: CPU time of a streamed chunk, and time to the first token on a
 * warm connection (docs/performance.md#gateway-client).
 */
export const wirePart: Part = async (tell) => {
	tell("bundling the clients");
	const folder = join(benchFolder, "wire");
	await productionBundle({
		entryPoints: names.map((name) => `test/bench/wire/${name}.ts`),
		outdir: folder,
		// Each client alone: what two of them share would be optimised for neither.
		splitting: false,
	});
	const module = (name: string) => join(bundlesFolder, "bench", "wire", `${name}.main.js`);
	const server = startBenchProcess(module("streamServer"));
	try {
		const url = `http://127.0.0.1:${await server.next()}/v1`;
		const start = (name: ClientName) => startBenchProcess(module("client"), [join(folder, `${name}.js`), url]);
		tell(`reading ${cpuRounds} × ${chunks} chunks with each client`);
		const cpu = await sideBySide(names, start, cpuRounds, { measure: "cpu", chunks, shape: "plain" });
		const shapes = new Map<ChunkShape, Rounds>([["plain", cpu]]);
		for (const shape of chunkShapes.filter((shape) => shape !== "plain")) {
			tell(`reading ${cpuRounds} × ${chunks} chunks of the shape ${shape}`);
			shapes.set(shape, await sideBySide(shapeNames, start, cpuRounds, { measure: "cpu", chunks, shape }));
		}
		tell(`waiting for ${firstTokenStarts * firstTokenRounds * requestsInRound} first tokens with each client`);
		const task: ClientTask = { measure: "firstToken", times: requestsInRound };
		const firstToken = noRounds();
		for (let started = 0; started < firstTokenStarts; started++) {
			const rounds = await sideBySide(names, start, firstTokenRounds, task);
			for (const name of names) firstToken[name].push(...rounds[name]);
		}
		return figures(cpu, shapes, firstToken);
	} finally {
		await server.close();
	}
};

/**
 * Rounds in which the clients take turns, each round beginning with the next one; the first of all only warms up. Each
 * task has processes of its own: what a long stream leaves behind on the heap would slow the first tokens down.
 */
async function sideBySide(
	names: readonly ClientName[],
	start: (name: ClientName) => BenchProcess,
	count: number,
	task: ClientTask,
): Promise<Rounds> {
	const rounds = noRounds();
	const processes = new Map(names.map((name) => [name, start(name)]));
	try {
		for (let round = 0; round <= count; round++) {
			for (let turn = 0; turn < names.length; turn++) {
				const name = names[(round + turn) % names.length] as ClientName;
				const reply = (await processes.get(name)?.ask(task)) as ClientReply;
				if ("error" in reply) throw new Error(`${clients[name]}: ${reply.error}`);
				if (round > 0) rounds[name].push(reply.value);
			}
		}
		return rounds;
	} finally {
		await Promise.all([...processes.values()].map((one) => one.close()));
	}
}

function figures(cpu: Rounds, shapes: ReadonlyMap<ChunkShape, Rounds>, firstToken: Rounds): Measured[] {
	const ratio = (rounds: Rounds, rival: ClientName) => medianRatio(rounds.gatehouseClient, rounds[rival]);
	return [
		...names.map((name) => measured(`CPU per chunk: ${clients[name]}`, median(cpu[name]), "µs")),
		...[...shapes].map(([shape, rounds]) =>
			measured(
				`CPU per chunk, ${shape}: Gatehouse / fetch + parser`,
				ratio(rounds, "fetchParserClient"),
				"×",
				atMost(1.2),
			),
		),
		measured("CPU per chunk: Gatehouse / openai's iterator", ratio(cpu, "openaiClient"), "×", atMost(0.25)),
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

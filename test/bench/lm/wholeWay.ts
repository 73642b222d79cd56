import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGateway } from "../../gateway/demoGateway";
import { sseChunk, sseDone } from "../../gateway/endpoints/sseChunk";
import { openBrowserWindow } from "../../host/browser/browserWindow";
import { deadline } from "../../host/deadline";
import { bundlesFolder, repositoryFolder } from "../../host/paths";
import { chunkTexts } from "../wire/streamClient";

/** The milliseconds of each round, and the parts of the answer in it. */
export interface WholeWay {
	readonly gatehouse: number[];
	/** With one part for each chunk of the gateway's stream. */
	readonly echo: number[];
	/** With the parts that Gatehouse made of them in the same round. */
	readonly echoOfParts: number[];
	/** With the same parts, after a plain fetch of the gateway's stream. */
	readonly echoOfFetch: number[];
	readonly parts: number[];
	/**
	 * The same for an answer at each of the paces; the echo provider reports each chunk when the gateway sends it. The
	 * plain fetch does not pass through VS Code: it shows the gateway's own time.
	 */
	readonly paced: readonly PacedAnswer[];
}

/** The times of an answer at one of the paces. */
export interface PacedAnswer extends Readonly<Record<"gatehouse" | "echo" | "fetch", PacedTimes>> {
	readonly pace: Pace;
}

/** The milliseconds of each round until the first part, and until the end. */
export interface PacedTimes {
	readonly first: number[];
	readonly whole: number[];
	/** The number of parts in which VS Code delivered the answer. */
	readonly parts: number[];
}

/**
 * The answers that come at a model's pace: their chunks, the milliseconds between two of them, and the rounds. At the
 * second pace, Gatehouse joins no chunks, so both providers report the same parts.
 */
export const paces = [
	{ chunks: 100, pause: 5, rounds: 15 },
	{ chunks: 25, pause: 50, rounds: 9 },
] as const;

type Pace = (typeof paces)[number];

/** Returns the number of chunks in a second. */
export const rateOf = ({ pause }: Pace): number => 1000 / pause;

/** Returns the question whose answer comes at a pace. */
export const pacedQuestion = (pace: Pace): string => `at ${rateOf(pace)} chunks a second`;

/** Time limit for the window, in milliseconds. */
const limit = 300_000;
const key = "sk-bench-0123456789";
const bytes = (data: string) => ({ type: "bytes", data }) as const;

/**
 * Measures the time of an answer for another extension in the real VS Code: from Gatehouse, which streams it from a gateway,
 * and from a provider that reports the same text from memory.
 *
 * @param chunks the number of chunks of a streamed answer. Those that arrive together become one part.
 */
export async function wholeWay(chunks: number, rounds: number): Promise<WholeWay> {
	const folder = await mkdtemp(join(tmpdir(), "gatehouse-bench-"));
	const gateway = await startGateway({ keys: [key], keepRequests: false });
	const texts = Array.from({ length: chunks }, (_, at) => chunkTexts[at % chunkTexts.length] ?? "");
	const end = sseChunk({}, "stop") + sseDone;
	const data = texts.map((text) => sseChunk(text)).join("") + end;
	for (const pace of paces) {
		const pause = { type: "delay", ms: pace.pause } as const;
		gateway.script({
			match: ({ path, body }) => path === "/v1/chat/completions" && body.includes(pacedQuestion(pace)),
			times: Number.POSITIVE_INFINITY,
			chunks: [...texts.slice(0, pace.chunks).flatMap((text) => [bytes(sseChunk(text)), pause]), bytes(end)],
		});
	}
	gateway.script({
		match: "/v1/chat/completions",
		times: Number.POSITIVE_INFINITY,
		chunks: [bytes(data)],
	});
	try {
		const extensionsDir = join(folder, "extensions");
		await cp(
			join(repositoryFolder, "test/bench/lm/echoModels"),
			join(extensionsDir, "gatehouse-bench.echo-models-0.0.0"),
			{
				recursive: true,
			},
		);
		const result = join(folder, "wholeWay.json");
		const window = await openBrowserWindow({
			extensionDevelopmentPath: repositoryFolder,
			extensionTestsPath: join(bundlesFolder, "bench", "lm", "wholeWay.main.js"),
			extensionsDir,
			env: {
				GATEHOUSE_DEMO_URL: gateway.url,
				GATEHOUSE_DEMO_KEY: key,
				GATEHOUSE_BENCH_ROUNDS: String(rounds),
				GATEHOUSE_BENCH_CHUNKS: JSON.stringify(texts),
				GATEHOUSE_BENCH_RESULT: result,
			},
		});
		try {
			const code = await deadline(window.testsEnded, limit, "VS Code did not answer in time");
			if (code !== 0) throw new Error(`asking failed:\n${window.logs.slice(-10).join("\n")}`);
			return JSON.parse(await readFile(result, "utf8"));
		} finally {
			await window.close();
		}
	} finally {
		await gateway.close();
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { BuildProgress } from "../../src/core/search/model/semanticIndex";
import { seededRandom } from "../faults/seededRandom";
import { bundlesFolder } from "../host/paths";
import { indexRows } from "./world/indexRows";
import { madeSource } from "./world/madeSource";
import { type SearchWorld, searchWorld } from "./world/searchWorld";

const kills = process.env.GATEHOUSE_LONG === "1" ? 50 : 10;
/** Minimum number of kills in each phase. */
const killsOfEach = kills / 5;
/**
 * Maximum number of kills of one index while it is embedding. After them its build may end, because reading, which is
 * to be killed as well, takes place only once in an index.
 */
const embeddingKillsOfFile = 5;
const files = 60;
const random = seededRandom(Number(process.env.GATEHOUSE_SEED ?? 11));

type Phase = BuildProgress["phase"];

/** A process that builds, and its reported progress. */
class Builder {
	readonly #child: ChildProcess;
	readonly #ended: Promise<unknown>;
	/** The time at which each phase began. */
	readonly #began = new Map<Phase, PromiseWithResolvers<number>>();
	#last: BuildProgress | undefined;

	constructor(world: SearchWorld, file: string) {
		const module = join(bundlesFolder, "search", "buildIndex.main.js");
		const { url, key } = world.gateway;
		this.#child = spawn(process.execPath, [module, world.folder, file, url, key], {
			stdio: ["ignore", "pipe", "inherit"],
		});
		for (const phase of ["reading", "embedding"] as const) this.#began.set(phase, Promise.withResolvers());
		// The remaining output is read before the process counts as ended.
		this.#ended = once(this.#child, "close");
		assert.ok(this.#child.stdout);
		createInterface(this.#child.stdout).on("line", (line) => {
			const progress: BuildProgress = JSON.parse(line);
			this.#last = progress;
			this.#began.get(progress.phase)?.resolve(performance.now());
		});
	}

	/** Settles when the phase begins, or the process ends. */
	async begun(phase: Phase): Promise<number> {
		return (await Promise.race([this.#began.get(phase)?.promise, this.ended()])) ?? performance.now();
	}

	/** Settles when the process has ended by itself. */
	async ended(): Promise<undefined> {
		await this.#ended;
		const { exitCode, signalCode } = this.#child;
		assert.ok(signalCode === "SIGKILL" || exitCode === 0, `the build failed with ${exitCode}`);
	}

	/** Kills it after this many milliseconds. Returns the phase at that time; `undefined` if it had already ended. */
	async kill(after: number): Promise<Phase | undefined> {
		const timer = new AbortController();
		await Promise.race([this.#ended, pause(after, undefined, { signal: timer.signal }).catch(() => {})]);
		timer.abort();
		this.#child.kill("SIGKILL");
		await this.ended();
		return this.#child.signalCode ? this.#last?.phase : undefined;
	}
}

describe("index: a build that is killed", () => {
	it(`at ${kills} random moments ends with the rows of an undisturbed build`, async function () {
		this.timeout(480_000);
		const world = await searchWorld();
		try {
			await world.write(
				Object.fromEntries(Array.from({ length: files }, (_, i) => [`src/part${i % 7}/file${i}.ts`, madeSource(i)])),
			);
			const whole = join(world.folder, "..", "whole.sqlite");
			const undisturbed = new Builder(world, whole);
			const reading = await undisturbed.begun("reading");
			const embedding = await undisturbed.begun("embedding");
			await undisturbed.ended();
			const lasts = { reading: embedding - reading, embedding: performance.now() - embedding };
			const expected = indexRows(whole);
			assert.ok(expected.length > 1000);
			const killed = { reading: 0, embedding: 0 };
			const missing = () =>
				killed.reading + killed.embedding < kills || Math.min(killed.reading, killed.embedding) < killsOfEach;
			for (let round = 0; missing(); round++) {
				// Each index is built until it is complete, and then the next one is begun.
				const file = join(world.folder, "..", `killed${round}.sqlite`);
				let aim: Phase = "reading";
				for (let sent = 0; sent < embeddingKillsOfFile; ) {
					const builder = new Builder(world, file);
					await builder.begun(aim);
					const hit = await builder.kill(lasts[aim] * random());
					if (!hit) break;
					killed[hit]++;
					if (hit === "embedding") sent++;
					aim = hit === "reading" && random() < 0.5 ? "reading" : "embedding";
				}
				await new Builder(world, file).ended();
				assert.deepEqual(indexRows(file), expected);
				assert.ok(existsSync(`${file}.lock`));
			}
		} finally {
			await world.close();
		}
	});
});

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../faults/seededRandom";
import { bundlesFolder } from "../host/paths";
import { indexRows } from "./indexRows";
import { madeSource } from "./madeSource";
import { type SearchWorld, searchWorld } from "./searchWorld";

const kills = 50;
const files = 60;
const random = seededRandom(Number(process.env.GATEHOUSE_SEED ?? 11));

/** A process of its own builds, and is killed after so many milliseconds, or ends before. Gives whether it was killed. */
async function buildAndKill(world: SearchWorld, file: string, after: number): Promise<boolean> {
	const module = join(bundlesFolder, "search", "buildIndex.main.js");
	const { url, key } = world.gateway;
	const child = spawn(process.execPath, [module, world.folder, file, url, key], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	const ended = once(child, "exit");
	const timer = new AbortController();
	await Promise.race([ended, pause(after, undefined, { signal: timer.signal }).catch(() => {})]);
	child.kill("SIGKILL");
	const [code, signal] = await ended;
	timer.abort();
	assert.ok(signal === "SIGKILL" || code === 0, `the build failed with ${code}`);
	return signal === "SIGKILL";
}

describe("a build that is killed", () => {
	it(`at ${kills} random moments ends with the rows of an undisturbed one`, async function () {
		this.timeout(240_000);
		const world = await searchWorld();
		try {
			await world.write(
				Object.fromEntries(Array.from({ length: files }, (_, i) => [`src/part${i % 7}/file${i}.ts`, madeSource(i)])),
			);
			const whole = join(world.folder, "..", "whole.sqlite");
			const began = performance.now();
			assert.equal(await buildAndKill(world, whole, 60_000), false);
			const lasts = performance.now() - began;
			const expected = indexRows(whole);
			assert.ok(expected.length > 1000);
			let killed = 0;
			let round = 0;
			while (killed < kills) {
				// Each file is built on until it is whole, and then the next is begun.
				const file = join(world.folder, "..", `killed${round++}.sqlite`);
				for (;;) {
					if (!(await buildAndKill(world, file, lasts * (0.3 + random() * 0.7)))) break;
					killed++;
				}
				assert.deepEqual(indexRows(file), expected);
				assert.ok(existsSync(`${file}.lock`));
			}
		} finally {
			await world.close();
		}
	});
});

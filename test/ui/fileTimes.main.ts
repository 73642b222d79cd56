// Hooks around all UI tests: each file adds a line to `out/ui-times.txt`, with its elapsed seconds and processor seconds.
import { appendFileSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Context, RootHookObject } from "mocha";
import { bundlesFolder, repositoryFolder } from "../host/paths";

/** Elapsed seconds and processor seconds at the start of this process's file. */
let began = { clock: 0, processor: 0 };

export const mochaHooks: RootHookObject = {
	beforeAll() {
		began = now();
	},
	afterAll(this: Context) {
		const { clock, processor } = now();
		const file = relative(bundlesFolder, this.test?.parent?.suites[0]?.file ?? "");
		const times = [clock - began.clock, processor - began.processor].map((seconds) => seconds.toFixed(1).padStart(6));
		appendFileSync(join(repositoryFolder, "out", "ui-times.txt"), `${times.join(" ")}  ${file}\n`);
	},
};

/** Returns the time, and the processor time of this process and its ended descendants, if Linux reports it. */
function now(): typeof began {
	// After the name in parentheses, the state is the first of the fields; user and system time follow, then the children's.
	const fields = readFileSync("/proc/self/stat", "utf8")
		.replace(/^.*\) /s, "")
		.split(" ");
	const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
	return { clock: performance.now() / 1000, processor: ticks / 100 };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Milliseconds that one text may take: then its reader's process is killed. */
const usualPatience = 20_000;

/**
 * The youngest objects get room for all that a reading makes (in MB): collecting them in the middle costs more for each one,
 * the longer the text is.
 */
const room = 512;

/**
 * Measures a reader in a process of its own, without threads for the compiler and the garbage, so that its CPU time is the
 * reader's.
 *
 * @returns what is wrong; empty when nothing is.
 */
export async function growthOf(folder: string, name: string, patience = usualPatience): Promise<string> {
	const program = join(import.meta.dirname, "growthWorker.main.js");
	const rooms = [`--min-semi-space-size=${room}`, `--max-semi-space-size=${room}`, "--max-old-space-size=1024"];
	const flags = ["--single-threaded", "--expose-gc", ...rooms];
	const child = spawn(process.execPath, [...flags, program, folder, name], { stdio: ["ignore", "pipe", "pipe"] });
	let errors = "";
	child.stderr.on("data", (data: Buffer) => {
		errors += data;
	});
	let reading = "its beginning";
	let verdict: string | undefined;
	let isKilled = false;
	const kill = () => {
		isKilled = true;
		child.kill("SIGKILL");
	};
	// Its first line comes when it has loaded its readers, which takes a busy machine longer than a reading.
	let timer = setTimeout(kill, usualPatience);
	const exit = once(child, "close");
	for await (const line of createInterface(child.stdout)) {
		clearTimeout(timer);
		timer = setTimeout(kill, patience);
		const said = JSON.parse(line) as { reading?: string; verdict?: string };
		reading = said.reading ?? reading;
		verdict = said.verdict;
	}
	await exit;
	clearTimeout(timer);
	if (isKilled) return `killed after ${patience} ms at ${reading}`;
	return verdict ?? `ended at ${reading}: ${errors.slice(-2000)}`;
}

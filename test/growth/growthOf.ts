import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Time limit for one text, after which its reader's process is killed, in milliseconds. */
const usualPatience = 20_000;

/**
 * Size of the heap for young objects, in megabytes; enough for everything that one reading creates. A garbage
 * collection during a reading would cost more per object, the longer the text is.
 */
const room = 512;

/** A line that `growthWorker.main.js` writes: the next reading, or the problem with a reader. */
type Line = { readonly reading: string } | { readonly verdict: string };

/** The process of each folder of readers that has already measured one of them. */
const used = new Map<string, ChildProcess>();

/**
 * Measures a reader in a process that has no threads for compiling and garbage collection, so that its CPU time is the
 * reader's. Starting a process takes as long as most measurements, so the readers of a folder share one. If a shared
 * process reports a problem, the reader is measured again in a new process, whose result counts.
 *
 * @returns the problem; empty if there is none.
 */
export async function growthOf(folder: string, name: string, patience = usualPatience): Promise<string> {
	const shared = used.get(folder);
	if (shared?.exitCode === null && shared.signalCode === null) {
		const problem = await measureIn(shared, name, patience);
		if (problem === "") return "";
		endGrowthOf(folder);
	}
	const fresh = start(folder);
	const problem = await measureIn(fresh, name, patience);
	if (problem === "") used.set(folder, fresh);
	else fresh.kill("SIGKILL");
	return problem;
}

/** Ends the process of a folder, if there is one. */
export function endGrowthOf(folder: string): void {
	used.get(folder)?.kill("SIGKILL");
	used.delete(folder);
}

function start(folder: string): ChildProcess {
	const program = join(import.meta.dirname, "growthWorker.main.js");
	const rooms = [`--min-semi-space-size=${room}`, `--max-semi-space-size=${room}`, "--max-old-space-size=1024"];
	const flags = ["--single-threaded", "--expose-gc", ...rooms];
	const child = spawn(process.execPath, [...flags, program, folder], { stdio: ["pipe", "pipe", "pipe"] });
	// The process may end before the request; then its end is reported.
	child.stdin.on("error", () => {});
	return child;
}

/** Lets a process measure a reader. A process that takes too long is killed, and must not be used again. */
function measureIn(child: ChildProcess, name: string, patience: number): Promise<string> {
	const { stdin, stdout, stderr } = child;
	if (!stdin || !stdout || !stderr) throw new Error("The process has no pipes.");
	return new Promise((resolve) => {
		let errors = "";
		let reading = "its beginning";
		let isKilled = false;
		const kill = () => {
			isKilled = true;
			child.kill("SIGKILL");
		};
		// The first line arrives when the readers are loaded, which takes longer than a reading on a busy machine.
		let timer = setTimeout(kill, usualPatience);
		const lines = createInterface(stdout);
		const finish = (verdict: string) => {
			clearTimeout(timer);
			lines.close();
			stderr.off("data", keepErrors);
			child.off("close", ended);
			resolve(verdict);
		};
		const keepErrors = (data: Buffer) => {
			errors += data;
		};
		const ended = () =>
			finish(isKilled ? `killed after ${patience} ms at ${reading}` : `ended at ${reading}: ${errors.slice(-2000)}`);
		stderr.on("data", keepErrors);
		child.once("close", ended);
		lines.on("line", (text) => {
			clearTimeout(timer);
			const line = JSON.parse(text) as Line;
			if ("verdict" in line) return finish(line.verdict);
			reading = line.reading;
			timer = setTimeout(kill, patience);
		});
		stdin.write(`${name}\n`);
	});
}

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Milliseconds that one text may take: then its reader's process is killed. */
const usualPatience = 20_000;

/**
 * The youngest objects get room for all that a reading makes (in MB): collecting them in the middle costs more for each one,
 * the longer the text is.
 */
const room = 512;

/** What `growthWorker.main.js` writes: what it reads next, or what is wrong with a reader. */
type Line = { readonly reading: string } | { readonly verdict: string };

/** The processes of the folders of readers, each of which has measured some. */
const used = new Map<string, ChildProcess>();

/**
 * Measures a reader in a process without threads for the compiler and the garbage, so that its CPU time is the reader's.
 * To start one takes as long as most measurements, so the readers of a folder share theirs; what is wrong in a process that
 * others have used is measured again in a new one before it is believed.
 *
 * @returns what is wrong; empty when nothing is.
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
	// It may end before it is asked: its end is what is reported.
	child.stdin.on("error", () => {});
	return child;
}

/** Has a process measure a reader. It is killed, and must not be used again, where it takes too long. */
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
		// Its first line comes when it has loaded its readers, which takes a busy machine longer than a reading.
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

// Runs a suite without windows in several processes. Plain JavaScript, like `test/task.js`, which calls it.
import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";
import { dirname, join } from "node:path";

/** Time limit for one process, in milliseconds: what all of `.ci/run` may take. A longer one hangs. */
const limit = Number(process.env.GATEHOUSE_PART_LIMIT) || 900_000;

/**
 * Runs the `*.test.js` files of a folder in one process per processor, each with its share of the files. The first one
 * prints its tests as they end, the others at the end. A process that crashes or exceeds the time limit has failed, like
 * one with a failing test. Chosen tests run in one process, because Mocha fails a process without any test.
 *
 * @param mocha the arguments of Node that run Mocha, to which the files are added.
 * @param log returns the path of the log of one of the other processes, by its number.
 * @returns the exit code.
 */
export async function mochaInParts({ folder, mocha, args, log, jobs = availableParallelism() }) {
	const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".test.js"));
	const paths = files.sort().map((name) => join(folder, name));
	const count = args.length > 0 ? 1 : Math.max(1, Math.min(Math.floor(jobs), paths.length));
	const color = process.stdout.isTTY ? ["--color"] : [];
	const parts = Array.from({ length: count }, (_, part) => {
		const share = count === 1 ? [`${folder}/**/*.test.js`] : paths.filter((_, index) => index % count === part);
		const command = [...mocha, ...share, ...args];
		if (part === 0) return { ended: failureOf(command, "inherit", { limit }) };
		const file = log(part + 1);
		return { file, ended: failureInto(file, [...command, ...color], { limit }) };
	});
	let code = 0;
	for (const [part, { file, ended }] of parts.entries()) {
		const title = `${folder}, part ${part + 1} of ${count}`;
		const failure = await ended;
		if (file) {
			console.log(`\ngatehouse: ${title}`);
			process.stdout.write(readFileSync(file));
		}
		if (failure === undefined) continue;
		console.log(`gatehouse: ${title} failed: ${failure}`);
		code = 1;
	}
	return code;
}

/**
 * Runs a script without blocking this process.
 *
 * @param limit the time after which it is killed, in milliseconds; by default never.
 * @param priority that of the operating system, which what it starts inherits; by default that of this process.
 * @returns why it failed; undefined if it did not.
 */
export function failureOf(args, output, { limit, priority } = {}) {
	const limits = limit === undefined ? {} : { timeout: limit, killSignal: "SIGKILL" };
	const child = spawn(process.execPath, args, { stdio: ["inherit", output, output], ...limits });
	if (priority !== undefined && child.pid !== undefined) setPriority(child.pid, priority);
	return new Promise((resolve) => {
		child.once("error", ({ message }) => resolve(message));
		child.once("close", (code, signal) => {
			if (code === 0) resolve(undefined);
			else if (code !== null) resolve(`exit code ${code}`);
			else resolve(child.killed ? `no end after ${limit / 1000} s` : `ended by ${signal}`);
		});
	});
}

/** Runs a script with its output in a file: nothing reads a pipe meanwhile, and a process that is left open could keep it open. */
export async function failureInto(path, args, options) {
	mkdirSync(dirname(path), { recursive: true });
	const file = openSync(path, "w");
	const failure = await failureOf(args, file, options);
	closeSync(file);
	return failure;
}

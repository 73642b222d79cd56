import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { EndedProcesses } from "../../../core/agent/commands/commandHost";
import { commandVariable } from "../../../core/agent/loop/callApproval";
import { appendAll } from "../../../shared/untrusted/appendAll";

/** A process, as far as it matters for whether it belongs to a command. */
interface ProcessEntry {
	readonly pid: number;
	readonly parent: number;
	/** The leader of its session; 0 where that is unknown. */
	readonly session: number;
	readonly isMarked: boolean;
}

/** The numbers up to this one are no command's: the system's first process, and what means none or a whole group. */
const lastReserved = 1;
/** How often processes are looked for again that are ended: one may start others at the same time. */
const mostRounds = 10;
/** Time that processes have to end by themselves, and that the system has to remove those that were killed, in milliseconds. */
const patience = 1_000;
const lookEvery = 25;

/** What this module needs of the system, so that tests can have another one. */
export interface ProcessSystem {
	readonly platform: NodeJS.Platform;
	/** Runs a program, and returns what it writes. */
	run(program: string, args: readonly string[]): Promise<string>;
	/** @throws the system's error when the process is gone or another user's. */
	kill(pid: number, signal: "SIGTERM" | "SIGKILL"): void;
}

/** The system on which Gatehouse runs. */
export const thisSystem: ProcessSystem = {
	platform: process.platform,
	run: async (program, args) =>
		(await promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024, windowsHide: true })).stdout,
	kill: (pid, signal) => process.kill(pid, signal),
};

/** What is known of a command's processes besides its id. */
export interface KnownProcesses {
	/** The leader of its session, which may have ended. */
	readonly session?: number;
	/** Whether that is an interactive shell which goes on: what is below it without the id is its own, such as its prompt's. */
	readonly leaderGoesOn?: boolean;
	/** Processes that belong to it; on Windows, they and those below them are all that is ended. */
	readonly own?: readonly number[];
	/** Processes that go on. */
	readonly kept?: ReadonlySet<number>;
}

/**
 * Returns the processes of a command: those that have its id in their environment, which children inherit, also in a
 * session of their own; those below them, and those in their sessions. A program that clears its environment, begins
 * a new session and gives up its parent is not found. Nor are, for lack of permission, those of
 * another user, such as what `sudo` runs. On macOS, the environment of Apple's own programs is not shown: they are found
 * by their parents alone. On Windows, no program shows the environment of another: `undefined`.
 */
export async function commandProcesses(
	id: string,
	{ session, leaderGoesOn = false }: KnownProcesses = {},
	system: ProcessSystem = thisSystem,
): Promise<readonly number[] | undefined> {
	if (system.platform === "win32") return undefined;
	const marker = `${commandVariable}=${id}`;
	const entries = system.platform === "linux" ? await entriesInProc(marker) : await entriesOfPs(marker, system);
	return belonging(entries, session, leaderGoesOn);
}

/** Ends the processes of a command: politely, then by force, until there are none. */
export async function endProcesses(
	id: string,
	known: KnownProcesses = {},
	system: ProcessSystem = thisSystem,
): Promise<EndedProcesses> {
	const { kept } = known;
	const own = (known.own ?? []).filter((pid) => pid > lastReserved);
	if (system.platform === "win32") return endTrees(own, system);
	const find = async () => {
		const found = new Set(await commandProcesses(id, known, system));
		for (const pid of own) if (isAlive(pid)) found.add(pid);
		return [...found].filter((pid) => !kept?.has(pid));
	};
	const seen = new Set<number>();
	let left = await find();
	for (let round = 0; left.length > 0 && round < mostRounds; round++) {
		for (const pid of left) {
			seen.add(pid);
			try {
				system.kill(pid, round === 0 ? "SIGTERM" : "SIGKILL");
			} catch {
				// It has ended meanwhile, or is another user's: the next look tells.
			}
		}
		for (let waited = 0; waited < patience && left.some(isAlive); waited += lookEvery) await pause(lookEvery);
		left = await find();
	}
	return { ended: seen.size - left.length, left: left.length };
}

/** Windows ends a tree of processes by its root; those whose parent has ended before are not found. */
async function endTrees(roots: readonly number[], system: ProcessSystem): Promise<EndedProcesses> {
	let ended = 0;
	let left = 0;
	for (const pid of roots) {
		try {
			await system.run("taskkill", ["/PID", String(pid), "/T", "/F"]);
			ended++;
		} catch {
			// Mostly, there is no such process any more.
			if (isAlive(pid)) left++;
		}
	}
	return { ended, left };
}

/** Returns whether a process exists that has not ended; one that only waits for its parent to take note has. */
function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** Adds those below marked processes, and those in their sessions. Never this process or one above it. */
function belonging(entries: readonly ProcessEntry[], leader?: number, leaderGoesOn = false): readonly number[] {
	const byPid = new Map(entries.map((entry) => [entry.pid, entry]));
	const spared = new Set<number>([process.pid]);
	for (let at = byPid.get(process.pid); at && !spared.has(at.parent); at = byPid.get(at.parent)) spared.add(at.parent);
	if (leaderGoesOn) {
		const own = entries.filter(({ parent, isMarked }) => parent === leader && !isMarked);
		// The list grows while it is read.
		for (const { pid } of own) {
			if (spared.has(pid)) continue;
			spared.add(pid);
			appendAll(
				own,
				entries.filter(({ parent, isMarked }) => parent === pid && !isMarked),
			);
		}
	}
	/** The processes below and in the session of each one. */
	const below = new Map<number, ProcessEntry[]>();
	for (const entry of entries)
		for (const above of new Set([entry.parent, entry.session])) {
			if (above <= lastReserved) continue;
			const others = below.get(above);
			if (others) others.push(entry);
			else below.set(above, [entry]);
		}
	const found = new Set<number>();
	const waiting = [
		...entries.filter(({ isMarked }) => isMarked),
		...((leader === undefined ? undefined : below.get(leader)) ?? []),
	];
	// The list grows while it is read.
	for (const { pid } of waiting) {
		if (pid <= lastReserved || found.has(pid) || spared.has(pid)) continue;
		found.add(pid);
		appendAll(waiting, below.get(pid) ?? []);
	}
	return [...found];
}

async function entriesInProc(marker: string): Promise<readonly ProcessEntry[]> {
	const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const entries = await Promise.all(names.map((name) => entryInProc(name, marker)));
	return entries.filter((entry) => entry !== undefined);
}

/** Returns a process of this user; `undefined` for another user's, and for one that has ended. */
async function entryInProc(name: string, marker: string): Promise<ProcessEntry | undefined> {
	try {
		const stat = await readFile(`/proc/${name}/stat`, "latin1");
		// The program's name, in parentheses, may contain anything.
		const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (state === "Z" || state === "X") return undefined;
		// That of a program that may not be looked at is not readable.
		const environment = await readFile(`/proc/${name}/environ`, "latin1").catch(() => "");
		const isMarked = `\0${environment}\0`.includes(`\0${marker}\0`);
		return { pid: Number(name), parent: Number(parent), session: Number(session), isMarked };
	} catch {
		return undefined;
	}
}

async function entriesOfPs(marker: string, system: ProcessSystem): Promise<readonly ProcessEntry[]> {
	const output = await system.run("ps", ["axeww", "-o", "pid=,ppid=,command="]);
	return output.split("\n").flatMap((line) => {
		const [pid = "", parent = "", ...words] = line
			.trim()
			.split(" ")
			.filter((word) => word !== "");
		return pid === ""
			? []
			: [{ pid: Number(pid), parent: Number(parent), session: 0, isMarked: words.includes(marker) }];
	});
}

import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { EndedProcesses } from "../../../core/agent/commands/commandHost";
import { commandVariable } from "../../../core/agent/loop/callApproval";
import { appendAll } from "../../../shared/untrusted/appendAll";

/** The properties of a process that show whether it belongs to a command. */
interface ProcessEntry {
	readonly pid: number;
	readonly parent: number;
	/** The leader of its session; 0 where that is unknown. */
	readonly session: number;
	readonly isMarked: boolean;
}

/**
 * The highest process id that no command has: 1 is the system's first process, and smaller ids mean none or a whole
 * group.
 */
const lastReserved = 1;
/** Maximum number of rounds in which processes are ended: a process may start others meanwhile. */
const mostRounds = 10;
/** Time limit for processes to end after SIGTERM, and for the system to remove killed ones, in milliseconds. */
const patience = 1_000;
const lookEvery = 25;

/** The functions of the operating system that this module uses; tests replace them. */
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

/** The known facts about a command's processes, besides its id. */
export interface KnownProcesses {
	/** The leader of its session, which may have ended. */
	readonly session?: number;
	/**
	 * Whether the leader is an interactive shell that continues: descendants without the id are its own, such as its
	 * prompt's.
	 */
	readonly leaderGoesOn?: boolean;
	/** Processes that belong to the command; on Windows, only these and their descendants are ended. */
	readonly own?: readonly number[];
	/** Processes that are not ended. */
	readonly kept?: ReadonlySet<number>;
}

/**
 * Returns the processes of a command: those with its id in their environment, which children inherit even in a new
 * session; their descendants; and the processes in their sessions. A program that clears its environment, starts a new
 * session and detaches from its parent is not found. The environment of another user's processes, such as those that
 * `sudo` runs, and on macOS that of Apple's own programs, cannot be read: these are found only through their parents or
 * sessions. On Windows, a program cannot read another's environment: returns `undefined`.
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

/**
 * Ends the processes of a command, first with SIGTERM, then with SIGKILL until none is left; on Windows, by force at
 * once.
 */
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
				// It has ended meanwhile, or belongs to another user: the next search shows which.
			}
		}
		for (let waited = 0; waited < patience && left.some(isAlive); waited += lookEvery) await pause(lookEvery);
		left = await find();
	}
	return { ended: seen.size - left.length, left: left.length };
}

/** Ends trees of processes by their roots, on Windows; processes whose parent has already ended are not found. */
async function endTrees(roots: readonly number[], system: ProcessSystem): Promise<EndedProcesses> {
	let ended = 0;
	let left = 0;
	for (const pid of roots) {
		try {
			await system.run("taskkill", ["/PID", String(pid), "/T", "/F"]);
			ended++;
		} catch {
			// Usually, the process no longer exists.
			if (isAlive(pid)) left++;
		}
	}
	return { ended, left };
}

/** Returns whether a process exists, even if it has ended and its parent has not yet collected its exit status. */
function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/**
 * Returns the marked processes and those below the leader, each with its descendants and the processes of its session;
 * never this process or one of its ancestors.
 */
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
	/** By process: its children, and the processes of the session that it leads. */
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

/** Returns a process, unmarked if its environment cannot be read; `undefined` for one that has ended. */
async function entryInProc(name: string, marker: string): Promise<ProcessEntry | undefined> {
	try {
		const stat = await readFile(`/proc/${name}/stat`, "latin1");
		// The program's name, in parentheses, may contain anything.
		const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (state === "Z" || state === "X") return undefined;
		// The environment of another user's process cannot be read.
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

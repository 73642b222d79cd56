import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import type { AllowedCommand, CommandExit, StartedCommand } from "../../../core/agent/commands/commandHost";
import { commandVariable } from "../../../core/agent/loop/callApproval";
import { endProcesses, type ProcessSystem, thisSystem } from "./markedProcesses";

/**
 * Time limit for output that is still arriving when a command has ended, in milliseconds: a background process may
 * never close it.
 */
const lastOutput = 250;

/** The settings with which a child process runs. */
export interface ChildSettings {
	/** The path of the shell. */
	readonly shell: string;
	readonly folder: string;
	/** Its whole environment. */
	readonly environment: Readonly<NodeJS.ProcessEnv>;
	readonly onOutput: (piece: string) => void;
}

/**
 * Runs a command in a shell of its own, without a terminal and without input.
 *
 * @throws the system's error when the shell cannot be started.
 */
export async function startChild(
	{ text, id }: AllowedCommand,
	{ shell, folder, environment, onOutput }: ChildSettings,
	system: ProcessSystem = thisSystem,
): Promise<StartedCommand> {
	const isWindows = system.platform === "win32";
	const { args, verbatim } = shellArguments(shell, text);
	const child = spawn(shell, args, {
		cwd: folder,
		env: environment,
		// A session of its own, so that nothing can ask the user in the terminal that VS Code was started from.
		detached: !isWindows,
		stdio: ["ignore", "pipe", "pipe"],
		windowsHide: true,
		windowsVerbatimArguments: verbatim,
	});
	for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", onOutput);
	const exit = exitOf(child, onOutput);
	await once(child, "spawn");
	const { pid } = child;
	if (pid === undefined) throw new Error("The system does not know the process of the shell.");
	return {
		exit,
		interrupt() {
			// The id of the process group is that of the shell. Windows has no such signal.
			try {
				if (!isWindows) process.kill(-pid, "SIGINT");
			} catch {
				// It has ended.
			}
		},
		// On Windows, the processes that the shell left running cannot be found: its process id may have been reused.
		endLeft: async () => (isWindows ? { ended: 0, left: 0 } : endProcesses(id, { session: pid }, system)),
		endAll: async () => {
			const runs = child.exitCode === null && child.signalCode === null;
			const processes = await endProcesses(id, { session: pid, own: runs ? [pid] : [] }, system);
			// A process that cannot be ended never exits.
			if (processes.left === 0) await exit;
			return processes;
		},
	};
}

async function exitOf(child: ChildProcess, onOutput: (piece: string) => void): Promise<CommandExit> {
	const closed = new Promise((resolve) => child.once("close", resolve));
	const exit = await new Promise<CommandExit>((resolve) => {
		child.once("exit", (code, signal) =>
			resolve(signal === null ? { type: "exited", code: code ?? undefined } : { type: "signalled", signal }),
		);
		// It did not start; the caller, which awaits `spawn`, reports that.
		child.once("error", () => resolve({ type: "exited", code: undefined }));
	});
	const limit = new Promise((resolve) => setTimeout(resolve, lastOutput).unref());
	await Promise.race([closed, limit]);
	for (const stream of [child.stdout, child.stderr]) stream?.off("data", onOutput).destroy();
	return exit;
}

/** Returns the arguments with which a shell runs a command. */
export function shellArguments(shell: string, text: string): { readonly args: string[]; readonly verbatim: boolean } {
	const name = shellName(shell);
	if (name === "cmd") return { args: ["/d", "/s", "/c", `"${text}"`], verbatim: true };
	if (name === "pwsh" || name === "powershell")
		return { args: ["-NoProfile", "-NonInteractive", "-Command", text], verbatim: false };
	return { args: ["-c", text], verbatim: false };
}

/** Returns the name of a shell by its path, such as `bash`. */
export function shellName(path: string): string {
	return basename(path.replaceAll("\\", "/"))
		.replace(/\.exe$/i, "")
		.toLowerCase();
}

/**
 * Returns the environment variables that are set for a command. They replace pagers, which would wait for keys. The
 * last one keeps the Windows command prompt from running a program in the folder, such as an `npm.bat` for `npm test`.
 */
export function commandVariables(
	id: string,
	platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
	const usual = { [commandVariable]: id, PAGER: "cat", GIT_PAGER: "cat" };
	return platform === "win32" ? { ...usual, NoDefaultCurrentDirectoryInExePath: "1" } : usual;
}

/**
 * Returns the names of variables that a command must not see: Gatehouse's own, and those that contain a key.
 *
 * @param holdsKey returns whether a text contains a key that Gatehouse has read.
 */
export function withheldVariables(
	environment: Readonly<NodeJS.ProcessEnv>,
	holdsKey: (text: string) => boolean,
): readonly string[] {
	return Object.entries(environment).flatMap(([name, value = ""]) =>
		/^GATEHOUSE_/i.test(name) || holdsKey(value) ? name : [],
	);
}

/**
 * Returns the environment of a child process, without the withheld variables and those that VS Code sets for itself.
 */
export function childEnvironment(
	environment: Readonly<NodeJS.ProcessEnv>,
	withheld: readonly string[],
	variables: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
	const kept = Object.entries(environment).filter(
		([name]) => !withheld.includes(name) && !/^(?:VSCODE|ELECTRON)_/i.test(name),
	);
	return { ...Object.fromEntries(kept), ...variables };
}

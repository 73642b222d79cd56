import { readdir, readFile } from "node:fs/promises";
import type { AllowedCommand, CommandHost, StartedCommand } from "../../../../../src/core/agent/commands/commandHost";
import { commandVariable } from "../../../../../src/core/agent/loop/callApproval";
import type { Clock } from "../../../../../src/core/base/ports";
import {
	childEnvironment,
	shellName,
	startChild,
	withheldVariables,
} from "../../../../../src/vscode/adapters/commands/childCommand";
import { commandProcesses, endProcesses } from "../../../../../src/vscode/adapters/commands/markedProcesses";

/** Runs commands as child processes, as VS Code's extension host does without shell integration. */
export class ChildHost implements CommandHost {
	environment: NodeJS.ProcessEnv = process.env;
	key = "";
	onStart = (_: StartedCommand) => {};
	onOutput = (_: string) => {};

	constructor(
		readonly folder: string,
		readonly shellPath = "/bin/bash",
	) {}

	get shell() {
		return shellName(this.shellPath);
	}

	variables(id: string) {
		return { [commandVariable]: id, PAGER: "cat" };
	}

	async start(command: AllowedCommand, onOutput: (piece: string) => void, signal: AbortSignal) {
		signal.throwIfAborted();
		const withheld = withheldVariables(this.environment, (text) => this.key !== "" && text.includes(this.key));
		const started = await startChild(command, {
			shell: this.shellPath,
			folder: this.folder,
			environment: childEnvironment(this.environment, withheld, this.variables(command.id)),
			onOutput: (piece) => {
				onOutput(piece);
				this.onOutput(piece);
			},
		});
		this.onStart(started);
		return started;
	}

	async running(id: string) {
		return (await commandProcesses(id))?.length;
	}

	end(id: string) {
		return endProcesses(id);
	}
}

/** Returns a clock that runs this many times as fast. */
export function fastClock(factor: number): Clock {
	const begin = Date.now();
	return {
		now: () => begin + (Date.now() - begin) * factor,
		after(milliseconds, run) {
			const timer = setTimeout(run, milliseconds / factor);
			return { dispose: () => clearTimeout(timer) };
		},
	};
}

/** Returns the command lines of processes that contain a word. Linux only. */
export async function processesNaming(word: string): Promise<readonly string[]> {
	const lines = await Promise.all(
		(await readdir("/proc"))
			.filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
			.map((name) => readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")),
	);
	return lines.map((line) => line.replaceAll("\0", " ")).filter((line) => line.includes(word));
}

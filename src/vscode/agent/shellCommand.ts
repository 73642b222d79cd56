import * as vscode from "vscode";
import type { AllowedCommand, CommandExit, StartedCommand } from "../../core/agent/commands/commandHost";
import { OutputBeforeMark } from "../../core/agent/commands/endMark";
import { physicalLine } from "../../core/agent/commands/physicalLine";
import { ExitCodeFile } from "../adapters/commands/exitCodeFile";
import { commandProcesses, endProcesses } from "../adapters/commands/markedProcesses";

/** Time that output may take that is on its way when a command has ended, in milliseconds. */
const lastOutput = 1_000;
/** Interval at which the end of a command is looked for, besides its mark, in milliseconds. */
const lookEvery = 250;
/** How often the exit code is found without a mark before the mark counts as lost; it comes after all output. */
const mostLooks = 20;

/** A command that runs in a terminal. */
export interface TerminalCommand extends StartedCommand {
	readonly terminal: vscode.Terminal;
}

/** A command for an interactive shell. */
export interface ShellCommand extends AllowedCommand {
	/** The shell's name. */
	readonly shell: string;
	/** The absolute path of the folder in which it runs. */
	readonly folder: string;
	/** The variables that are set for it; its id is one of them. */
	readonly variables: Readonly<Record<string, string>>;
}

/**
 * Runs a command in a terminal with whose shell VS Code is integrated.
 *
 * @returns `undefined` where the terminal has another shell than the command is quoted for, or none; nothing runs then.
 * @throws the signal's reason; nothing runs then.
 */
export async function startInShell(
	terminal: vscode.Terminal,
	{ text, id, ...parts }: ShellCommand,
	onOutput: (piece: string) => void,
	signal: AbortSignal,
): Promise<TerminalCommand | undefined> {
	const codeFile = new ExitCodeFile();
	const line = physicalLine(text, { ...parts, codeFile: codeFile.path });
	const session = await terminal.processId;
	if (line === undefined || session === undefined) return undefined;
	// What the shell itself has started, such as what its prompt needs.
	const kept = new Set([session, ...((await commandProcesses(id, { session }).catch(() => [])) ?? [])]);
	const { shellIntegration, state } = terminal;
	if (!shellIntegration || (state.shell !== undefined && state.shell !== parts.shell)) return undefined;
	signal.throwIfAborted();
	const output = new OutputBeforeMark(codeFile.path, onOutput);
	const exit = exitOf(terminal, shellIntegration.executeCommand(line), output, {
		code: () => codeFile.read(),
		isRunning: async () => {
			const known = await commandProcesses(id, { session, leaderGoesOn: true }).catch(() => undefined);
			return known?.some((pid) => !kept.has(pid)) ?? true;
		},
	});
	void exit.then(() => codeFile.remove());
	return {
		terminal,
		exit,
		interrupt: () => terminal.sendText("\u0003", false),
		endLeft: () => endProcesses(id, { session, kept, leaderGoesOn: true }),
		async endAll() {
			// Once the terminal is closed, nothing shows any more what belonged to its shell.
			const own = await commandProcesses(id, { session }).catch(() => undefined);
			terminal.dispose();
			const processes = await endProcesses(id, own && { own });
			// The shell may have written it just before it ended.
			await codeFile.remove();
			return processes;
		},
	};
}

/** What is known of a command that does not come from its terminal, to which the command itself writes. Never rejects. */
interface KnownEnd {
	/** Returns the exit code, once it has ended. */
	code(): Promise<number | undefined>;
	/** Returns whether processes of it run, as far as that is known. */
	isRunning(): Promise<boolean>;
}

async function exitOf(
	terminal: vscode.Terminal,
	execution: vscode.TerminalShellExecution,
	output: OutputBeforeMark,
	known: KnownEnd,
): Promise<CommandExit> {
	// Output that arrives before the reading begins would be lost.
	const read = (async () => {
		for await (const piece of execution.read()) output.add(piece);
	})().catch(() => undefined);
	const exit = await endOf(terminal, execution, known);
	// The end may be reported before the last output; that of a closed terminal may never end.
	await Promise.race([read, pause(lastOutput)]);
	output.end();
	return exit;
}

/** Waits for the exit code, or for a terminal that is closed. A mark in the output alone is no end: any command can write one. */
async function endOf(
	terminal: vscode.Terminal,
	execution: vscode.TerminalShellExecution,
	known: KnownEnd,
): Promise<CommandExit> {
	let hasMark = false;
	let looks = 0;
	let outputCut = false;
	let isSettled = false;
	const listening: vscode.Disposable[] = [];
	const exit = await new Promise<CommandExit>((resolve) => {
		const exited = (code: number | undefined) =>
			resolve({ type: "exited", code, ...(outputCut ? { outputCut } : undefined) });
		const look = async () => {
			const code = await known.code();
			if (code !== undefined) return hasMark || ++looks > mostLooks ? exited(code) : undefined;
			if (!hasMark) return;
			// Ctrl+C in the terminal ends the whole line: there is no code then.
			if (!(await known.isRunning())) return exited(await known.code());
			outputCut = true;
		};
		const closed = async () => {
			const isEnded = terminal.exitStatus?.reason === vscode.TerminalExitReason.Process;
			if (isEnded) exited(await known.code());
			else resolve({ type: "closed" });
		};
		listening.push(
			vscode.window.onDidEndTerminalShellExecution((end) => {
				if (end.execution !== execution) return;
				hasMark = true;
				void look();
			}),
			vscode.window.onDidCloseTerminal((one) => {
				if (one === terminal) void closed();
			}),
		);
		if (terminal.exitStatus) void closed();
		void (async () => {
			for (; !isSettled; await pause(lookEvery)) await look();
		})();
	});
	isSettled = true;
	for (const one of listening) one.dispose();
	return exit;
}

function pause(milliseconds: number): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

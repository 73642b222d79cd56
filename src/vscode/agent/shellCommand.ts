import * as vscode from "vscode";
import type { AllowedCommand, CommandExit, StartedCommand } from "../../core/agent/commands/commandHost";
import { OutputBeforeMark } from "../../core/agent/commands/endMark";
import { physicalLine } from "../../core/agent/commands/physicalLine";
import { ExitCodeFile } from "../adapters/commands/exitCodeFile";
import { commandProcesses, endProcesses } from "../adapters/commands/markedProcesses";

/** Time limit for output that is still arriving when a command has ended, in milliseconds. */
const lastOutput = 1_000;
/** Interval of the checks for a command's end, besides the check when VS Code reports the end, in milliseconds. */
const lookEvery = 250;
/**
 * Number of checks that find the exit code, but no reported end, after which the report counts as lost. VS Code passes
 * output on, and then reports the end, only when the output pauses: with much output on a busy machine, this can be
 * seconds after the exit code was written.
 */
const mostLooks = 60;

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
 * Runs a command in a terminal with shell integration.
 *
 * @returns `undefined` if the terminal has no shell, or another one than the command is quoted for; nothing runs then.
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
	// Processes that the shell itself has started, such as those of its prompt.
	const kept = new Set([session, ...((await commandProcesses(id, { session }).catch(() => [])) ?? [])]);
	const { shellIntegration, state } = terminal;
	if (!shellIntegration || (state.shell !== undefined && state.shell !== parts.shell)) return undefined;
	signal.throwIfAborted();
	const output = new OutputBeforeMark(codeFile.path, onOutput);
	const reported = reportedCommand(terminal, shellIntegration.executeCommand(line), output);
	const exit = exitOf(terminal, reported, output, {
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
			// Once the terminal is closed, it is no longer known which processes belonged to its shell.
			const own = await commandProcesses(id, { session }).catch(() => undefined);
			terminal.dispose();
			const processes = await endProcesses(id, own && { own });
			// The shell may have written the file just before it ended.
			await codeFile.remove();
			return processes;
		},
	};
}

/** Facts about a command's end that do not come from its terminal, to which any command can write. Never rejects. */
interface KnownEnd {
	/** Returns the exit code, once it has ended. */
	code(): Promise<number | undefined>;
	/** Returns whether any of its processes is running; true if that is unknown. */
	isRunning(): Promise<boolean>;
}

/** A command as VS Code reports it. */
interface ReportedCommand extends vscode.Disposable {
	/** Returns whether an execution is this command's. */
	is(execution: vscode.TerminalShellExecution): boolean;
	/** Settles when no more output comes. Never rejects. */
	read(): Promise<void>;
}

/**
 * Reads a command's output. VS Code reports it as the requested execution, or as another one if the shell reports
 * another command line than the one that was sent.
 */
function reportedCommand(
	terminal: vscode.Terminal,
	asked: vscode.TerminalShellExecution,
	output: OutputBeforeMark,
): ReportedCommand {
	// Output that arrives before the reading begins would be lost.
	const readAll = async (one: vscode.TerminalShellExecution) => {
		for await (const piece of one.read()) output.add(piece);
	};
	let execution = asked;
	let read = readAll(asked).catch(() => undefined);
	const starts = vscode.window.onDidStartTerminalShellExecution((start) => {
		// An empty line is a prompt at which only Enter was pressed.
		if (start.terminal !== terminal || start.execution === execution || start.execution.commandLine.value === "")
			return;
		execution = start.execution;
		read = readAll(execution).catch(() => undefined);
	});
	return { is: (one) => one === execution, read: () => read, dispose: () => starts.dispose() };
}

async function exitOf(
	terminal: vscode.Terminal,
	reported: ReportedCommand,
	output: OutputBeforeMark,
	known: KnownEnd,
): Promise<CommandExit> {
	const exit = await endOf(terminal, reported, known);
	// The end may be reported before the last output; the output of a closed terminal may never end.
	if (!output.hasMark) await Promise.race([reported.read(), pause(lastOutput)]);
	reported.dispose();
	output.end();
	// The shell writes the mark once it has written the code.
	const isCut = exit.type === "exited" && exit.code !== undefined && !output.hasMark;
	return isCut ? { ...exit, outputCut: true } : exit;
}

/**
 * Waits for the exit code, or until the terminal is closed. A mark in the output does not prove the end: any command
 * can write one.
 */
async function endOf(terminal: vscode.Terminal, reported: ReportedCommand, known: KnownEnd): Promise<CommandExit> {
	let hasMark = false;
	let looks = 0;
	let isSettled = false;
	const listening: vscode.Disposable[] = [];
	const exit = await new Promise<CommandExit>((resolve) => {
		const exited = (code: number | undefined) => resolve({ type: "exited", code });
		const look = async () => {
			const code = await known.code();
			if (code !== undefined) return hasMark || ++looks > mostLooks ? exited(code) : undefined;
			// Ctrl+C in the terminal ends the whole command line, so that no exit code is written.
			if (hasMark && !(await known.isRunning())) exited(await known.code());
		};
		const closed = async () => {
			const isEnded = terminal.exitStatus?.reason === vscode.TerminalExitReason.Process;
			if (isEnded) exited(await known.code());
			else resolve({ type: "closed" });
		};
		listening.push(
			vscode.window.onDidEndTerminalShellExecution((end) => {
				if (!reported.is(end.execution)) return;
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

import * as vscode from "vscode";
import type { CommandExit, StartedCommand } from "../../core/agent/commands/commandHost";
import { commandProcesses, endProcesses } from "../adapters/commands/markedProcesses";

/** Time that output may take that is on its way when a command has ended, in milliseconds. */
const lastOutput = 1_000;

/** A command that runs in a terminal. */
export interface TerminalCommand extends StartedCommand {
	readonly terminal: vscode.Terminal;
}

/**
 * Runs a physical line in a terminal with whose shell VS Code is integrated.
 *
 * @param id the command's id, which the terminal's environment has.
 */
export async function startInShell(
	terminal: vscode.Terminal,
	line: string,
	id: string,
	onOutput: (piece: string) => void,
): Promise<TerminalCommand> {
	const shell = await terminal.processId;
	if (shell === undefined) throw new Error("VS Code does not know the process of the terminal's shell.");
	// What the shell itself has started, such as what its prompt needs.
	const kept = new Set([shell, ...((await commandProcesses(id).catch(() => [])) ?? [])]);
	const { shellIntegration } = terminal;
	const exit = shellIntegration
		? exitOf(terminal, shellIntegration.executeCommand(line), onOutput)
		: Promise.resolve<CommandExit>({ type: "closed" });
	return {
		terminal,
		exit,
		interrupt: () => terminal.sendText("\u0003", false),
		endLeft: () => endProcesses(id, { session: shell, kept }),
		async endAll() {
			// Once the terminal is closed, nothing shows any more what belonged to its shell.
			const known = await commandProcesses(id, { session: shell }).catch(() => undefined);
			// On Windows, where they are not known, those below the shell are found while it runs.
			if (known) terminal.dispose();
			const processes = await endProcesses(id, { own: known ?? (terminal.exitStatus === undefined ? [shell] : []) });
			terminal.dispose();
			return processes;
		},
	};
}

async function exitOf(
	terminal: vscode.Terminal,
	execution: vscode.TerminalShellExecution,
	onOutput: (piece: string) => void,
): Promise<CommandExit> {
	let isOpen = true;
	// Whoever reads must begin at once.
	const output = (async () => {
		for await (const piece of execution.read()) if (isOpen) onOutput(piece);
	})().catch(() => undefined);
	const exit = await new Promise<CommandExit>((resolve) => {
		const listening = [
			vscode.window.onDidEndTerminalShellExecution((end) => {
				if (end.execution === execution) settle({ type: "exited", code: end.exitCode });
			}),
			vscode.window.onDidCloseTerminal((closed) => {
				if (closed === terminal) settle(exitOfTerminal(closed));
			}),
		];
		const settle = (known: CommandExit) => {
			for (const one of listening) one.dispose();
			resolve(known);
		};
		if (terminal.exitStatus) settle(exitOfTerminal(terminal));
	});
	// The end may be reported before the last output; that of a closed terminal may never end.
	await Promise.race([output, new Promise((resolve) => setTimeout(resolve, lastOutput))]);
	isOpen = false;
	return exit;
}

/** A terminal is closed by the user, or because its shell has ended, as by `exit 4`. */
function exitOfTerminal({ exitStatus }: vscode.Terminal): CommandExit {
	if (exitStatus?.reason === vscode.TerminalExitReason.Process) return { type: "exited", code: exitStatus.code };
	return { type: "closed" };
}

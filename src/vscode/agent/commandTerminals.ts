import * as vscode from "vscode";
import type { AllowedCommand, CommandHost, StartedCommand } from "../../core/agent/commands/commandHost";
import { isQuotable } from "../../core/agent/commands/physicalLine";
import { UserError } from "../../core/base/errors";
import type { Clock } from "../../core/base/ports";
import { type InertText, inertName } from "../../shared/untrusted/inertText";
import {
	childEnvironment,
	commandVariables,
	shellName,
	startChild,
	withheldVariables,
} from "../adapters/commands/childCommand";
import { commandProcesses, endProcesses } from "../adapters/commands/markedProcesses";
import { openTerminal } from "../adapters/messages";
import { CommandScreen } from "./commandScreen";
import { startInShell, type TerminalCommand } from "./shellCommand";

/** Time limit for a shell to report its integration, in milliseconds. */
const patience = 3_000;
/** Time limit after that for it to report its folder with the first prompt, in milliseconds. */
const promptPatience = 1_000;
/** Number of consecutive failures after which a shell counts as not integrated; a single one may mean a slow start. */
const plainAfter = 2;
/** Time after which such a shell is tried again, in milliseconds. */
const triedAgain = 600_000;

/** The services that commands need besides VS Code. */
export interface CommandServices {
	readonly clock: Clock;
	/** Returns whether a text contains a key that Gatehouse has read. */
	holdsKey(text: string): boolean;
}

/**
 * Runs commands in visible terminals: under the user's interactive shell if commands can be quoted for it and it has VS
 * Code's shell integration, otherwise in a child process. Each command has a terminal of its own, so that no alias,
 * function, trap or folder of an earlier command affects it. When a command has ended, its terminal stays open until
 * the next one begins.
 */
export class CommandTerminals implements CommandHost {
	/** The terminal of the last command, once it has ended. */
	#last: vscode.Terminal | undefined;
	/** The shell that was found not to be integrated, how often in a row, and when last. */
	#plainShell: { readonly path: string; readonly times: number; readonly since: number } | undefined;

	private constructor(
		readonly folder: string,
		private readonly services: CommandServices,
	) {}

	/** Creates the terminals once VS Code has determined the user's shell, which takes a moment in a new window. */
	static async open(folder: string, services: CommandServices): Promise<CommandTerminals> {
		if (vscode.env.shell === "")
			await new Promise<void>((resolve) => {
				const end = () => {
					for (const one of listening) one.dispose();
					resolve();
				};
				const listening = [vscode.env.onDidChangeShell(end), services.clock.after(patience, end)];
			});
		return new CommandTerminals(folder, services);
	}

	get shell(): string {
		return shellName(shellPath());
	}

	variables(id: string): Readonly<Record<string, string>> {
		return commandVariables(id);
	}

	async start(
		command: AllowedCommand,
		onOutput: (piece: string) => void,
		signal: AbortSignal,
	): Promise<StartedCommand> {
		if (!vscode.workspace.isTrusted)
			throw new UserError(vscode.l10n.t("The agent works only in folders that you trust: trust this one first."));
		this.#last?.dispose();
		this.#last = undefined;
		// The user may choose another shell during the wait.
		const shell = shellPath();
		const inShell = await this.#startInShell(command, shell, onOutput, signal);
		if (!inShell) signal.throwIfAborted();
		const started = inShell ?? (await this.#startChild(command, shell, onOutput));
		void started.exit.then(() => this.#closeLater(started.terminal));
		return started;
	}

	/** Marks a terminal to be closed before the next command, unless the user runs something else in it. */
	#closeLater(terminal: vscode.Terminal): void {
		this.#last = terminal;
		const used = vscode.window.onDidStartTerminalShellExecution((start) => {
			if (this.#last !== terminal) used.dispose();
			else if (start.terminal === terminal) this.#last = undefined;
		});
	}

	async running(id: string): Promise<number | undefined> {
		return (await commandProcesses(id).catch(() => undefined))?.length;
	}

	end(id: string) {
		return endProcesses(id);
	}

	/**
	 * Starts a command in a terminal of the user's shell; returns `undefined` if the shell has no integration or commands
	 * cannot be quoted for it, and on Windows, where only descendants of our own processes are found.
	 */
	async #startInShell(
		{ text, id }: AllowedCommand,
		path: string,
		onOutput: (piece: string) => void,
		signal: AbortSignal,
	): Promise<TerminalCommand | undefined> {
		const shell = shellName(path);
		if (process.platform === "win32" || !isQuotable(shell) || this.#isPlain(path)) return undefined;
		const withheld = withheldVariables(process.env, this.services.holdsKey);
		const terminal = openTerminal({
			name: terminalName(),
			cwd: this.folder,
			env: Object.fromEntries(withheld.map((name) => [name, null])),
			isTransient: true,
		});
		let started: TerminalCommand | undefined;
		try {
			terminal.show(true);
			const command = { text, id, shell, folder: this.folder, variables: this.variables(id) };
			if (await this.#isIntegrated(terminal, signal)) started = await startInShell(terminal, command, onOutput, signal);
			else if (isClosed(terminal))
				throw new UserError(vscode.l10n.t("The command's terminal was closed before the command started."));
			return started;
		} finally {
			if (started) this.#plainShell = undefined;
			else {
				if (!signal.aborted && !isClosed(terminal)) this.#isFoundPlain(path);
				terminal.dispose();
			}
		}
	}

	#isFoundPlain(path: string): void {
		const times = this.#plainShell?.path === path ? this.#plainShell.times : 0;
		this.#plainShell = { path, times: times + 1, since: this.services.clock.now() };
	}

	#isPlain(path: string): boolean {
		if (this.#plainShell?.path !== path || this.#plainShell.times < plainAfter) return false;
		return this.services.clock.now() - this.#plainShell.since < triedAgain;
	}

	/**
	 * Waits for a shell's integration, and for its first prompt: VS Code 1.106 would delay a command sent earlier by
	 * seconds.
	 */
	#isIntegrated(terminal: vscode.Terminal, signal: AbortSignal): Promise<boolean> {
		return new Promise((resolve) => {
			const end = () => {
				for (const one of listening) one.dispose();
				signal.removeEventListener("abort", end);
				resolve(!signal.aborted && terminal.shellIntegration !== undefined && terminal.exitStatus === undefined);
			};
			const look = () => {
				if (terminal.shellIntegration?.cwd) end();
				else if (terminal.shellIntegration) listening.push(this.services.clock.after(promptPatience, end));
			};
			const listening = [
				vscode.window.onDidChangeTerminalShellIntegration((change) => change.terminal === terminal && look()),
				vscode.window.onDidCloseTerminal((closed) => closed === terminal && end()),
				this.services.clock.after(patience, end),
			];
			signal.addEventListener("abort", end);
			if (signal.aborted) end();
			else look();
		});
	}

	async #startChild(command: AllowedCommand, shell: string, onOutput: (piece: string) => void) {
		const screen = new CommandScreen(this.services.clock);
		const terminal = openTerminal({ name: terminalName(), pty: screen, isTransient: true });
		terminal.show(true);
		try {
			screen.write(`${command.text}\n`);
			const child = await startChild(command, {
				shell,
				folder: this.folder,
				environment: childEnvironment(
					process.env,
					withheldVariables(process.env, this.services.holdsKey),
					this.variables(command.id),
				),
				onOutput(piece) {
					screen.write(piece);
					onOutput(piece);
				},
			});
			return { ...screen.follow(child, () => terminal.dispose()), terminal };
		} catch (error) {
			terminal.dispose();
			throw error;
		}
	}
}

/** Returns the path of the user's shell; if VS Code has not determined it, that of a default shell. */
function shellPath(): string {
	if (vscode.env.shell !== "") return vscode.env.shell;
	return process.platform === "win32" ? (process.env.ComSpec ?? "cmd.exe") : "/bin/sh";
}

/** Returns whether a terminal was closed for another reason than the end of its shell. */
function isClosed({ exitStatus }: vscode.Terminal): boolean {
	return exitStatus !== undefined && exitStatus.reason !== vscode.TerminalExitReason.Process;
}

function terminalName(): InertText {
	return inertName(vscode.l10n.t("Agent"));
}

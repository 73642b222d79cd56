import * as vscode from "vscode";
import type { CommandExit, StartedCommand } from "../../core/agent/commands/commandHost";
import type { Clock } from "../../core/base/ports";
import { numberText } from "../../shared/text/numberText";

/** Interval at which output is shown, in milliseconds. */
const showEvery = 50;
/** Maximum number of characters shown at a time; the user could not read more anyway. */
const mostShown = 32_768;

/** A terminal without a shell that shows the output of a child process. */
export class CommandScreen implements vscode.Pseudoterminal {
	readonly #onDidWrite = new vscode.EventEmitter<string>();
	readonly onDidWrite = this.#onDidWrite.event;
	#isOpen = false;
	#waiting = "";
	#leftOut = 0;
	#timer: { dispose(): void } | undefined;
	#onInterrupt = () => {};
	#onClose = () => {};

	constructor(private readonly clock: Pick<Clock, "after">) {}

	open(): void {
		this.#isOpen = true;
		this.#show();
	}

	close(): void {
		this.#timer?.dispose();
		this.#isOpen = false;
		this.#onClose();
	}

	/** There is no input except Ctrl+C. */
	handleInput(data: string): void {
		if (data === "\u0003") this.#onInterrupt();
	}

	/** Queues text, to be shown soon. */
	write(text: string): void {
		const room = mostShown - this.#waiting.length;
		this.#leftOut += Math.max(0, text.length - room);
		this.#waiting += text.slice(0, Math.max(0, room));
		this.#timer ??= this.clock.after(showEvery, () => this.#show());
	}

	/** Returns the child process as a command of this terminal. @param dispose closes the terminal. */
	follow(child: StartedCommand, dispose: () => void): StartedCommand {
		const closed = new Promise<CommandExit>((resolve) => {
			this.#onClose = () => resolve({ type: "closed" });
		});
		this.#onInterrupt = () => child.interrupt();
		const exit = Promise.race([child.exit, closed]);
		void child.exit.then((known) => this.write(`\n${exitText(known)}\n`));
		return {
			...child,
			exit,
			async endAll() {
				const processes = await child.endAll();
				dispose();
				return processes;
			},
		};
	}

	#show(): void {
		this.#timer?.dispose();
		this.#timer = undefined;
		if (!this.#isOpen || this.#waiting === "") return;
		const cut =
			this.#leftOut > 0 ? `\n${vscode.l10n.t("(Characters not shown: {0})", numberText(this.#leftOut))}\n` : "";
		this.#onDidWrite.fire((this.#waiting + cut).replaceAll("\n", "\r\n"));
		this.#waiting = "";
		this.#leftOut = 0;
	}
}

function exitText(exit: CommandExit): string {
	if (exit.type === "exited" && exit.code !== undefined) return vscode.l10n.t("Exit code {0}", exit.code);
	if (exit.type === "signalled") return vscode.l10n.t("Ended by {0}", exit.signal);
	return vscode.l10n.t("Ended");
}

import type { Redactor } from "../../base/knownKeys";
import type { Clock } from "../../base/ports";
import type { CommandExit, CommandHost, EndedProcesses, StartedCommand } from "./commandHost";
import { CommandOutput } from "./commandOutput";

/** Time without output after which a command whose output ends in a question counts as waiting, in milliseconds. */
const quietTime = 15_000;
/** Time that a command is given to end after Ctrl+C, in milliseconds. */
const grace = 1_000;
/** A command as a call asks for it. */
export interface GivenCommand {
	readonly text: string;
	/** The name of the shell for which it was allowed. */
	readonly shell: string;
	/** Seconds until it is ended; until its result is returned if it runs in the background. */
	readonly timeout: number;
	/** Whether it may go on after its result. */
	readonly background: boolean;
}

/** The reason why the result of a command is returned. */
export type CommandEnd =
	| CommandExit
	| { readonly type: "timedOut" | "waitsForInput" | "tooMuchOutput" | "stillRunning" | "stopped" };

/** The facts about a command when its result is returned. */
export interface CommandOutcome {
	readonly end: CommandEnd;
	readonly seconds: number;
	/** The processes that were ended with it. */
	readonly processes: EndedProcesses;
	readonly output: CommandOutput;
}

const none: EndedProcesses = { ended: 0, left: 0 };

/** The commands of a task, while it is in progress. */
export class TaskCommands {
	/** The commands in the background, by their text. */
	readonly #background = new Map<string, StartedCommand>();
	/** The ids of commands that an earlier run of the task left running. */
	readonly #found = new Set<string>();

	constructor(
		readonly host: CommandHost,
		private readonly task: string,
		private readonly clock: Clock,
		/** Removes known keys. */
		private readonly redact: Redactor,
	) {}

	/** Returns the id of a command. @param call the number of its call. */
	idOf(call: number): string {
		return commandId(this.task, call);
	}

	/**
	 * Runs a command until it ends or must be ended, or until its result is due if it runs in the background. First ends
	 * a command in the background that has the same text.
	 */
	async run(given: GivenCommand, call: number, signal: AbortSignal): Promise<CommandOutcome> {
		const { text, shell, timeout, background } = given;
		const earlier = this.#background.get(text);
		this.#background.delete(text);
		await earlier?.endAll();
		if (this.host.shell !== shell)
			throw new Error(`The shell is now ${this.host.shell}: the command was allowed for ${shell}.`);
		const output = new CommandOutput(this.redact);
		const since = this.clock.now();
		let lastOutput = since;
		let onFlood = () => {};
		const started = await this.host.start(
			{ text, id: this.idOf(call) },
			(piece) => {
				lastOutput = this.clock.now();
				if (!output.isTooLong) output.add(piece);
				else onFlood();
			},
			signal,
		);
		const end = await new Promise<CommandEnd>((resolve) => {
			const settle = (why: CommandEnd) => {
				limit.dispose();
				quiet.dispose();
				signal.removeEventListener("abort", stop);
				resolve(why);
			};
			const stop = () => settle({ type: "stopped" });
			const lookAtOutput = () => {
				const left = lastOutput + quietTime - this.clock.now();
				if (left <= 0 && output.asks && !background) settle({ type: "waitsForInput" });
				else quiet = this.clock.after(left > 0 ? left : quietTime, lookAtOutput);
			};
			const limit = this.clock.after(timeout * 1_000, () => settle({ type: background ? "stillRunning" : "timedOut" }));
			let quiet = this.clock.after(quietTime, lookAtOutput);
			onFlood = () => settle({ type: "tooMuchOutput" });
			signal.addEventListener("abort", stop);
			if (signal.aborted) stop();
			void started.exit.then(settle);
		});
		const processes = await this.#finish(started, end, text);
		return { end, seconds: (this.clock.now() - since) / 1_000, processes, output };
	}

	/** Returns a report on an interrupted command, for the model. The command is ended with the task. */
	async interrupted(call: number): Promise<string> {
		const id = this.idOf(call);
		const running = await this.host.running(id);
		if (running === undefined)
			return "This command was interrupted. Whether it still runs is unknown: look before you repeat it.";
		if (running === 0)
			return "This command was interrupted and no longer runs. Its exit code is unknown: look before you repeat it.";
		this.#found.add(id);
		return "This command was interrupted, but it still runs. It ends with this task.";
	}

	/** Ends the commands that are still running. Never rejects. */
	async end(): Promise<void> {
		const [started, found] = [[...this.#background.values()], [...this.#found]];
		this.#background.clear();
		this.#found.clear();
		await Promise.all([...started.map((command) => command.endAll()), ...found.map((id) => this.host.end(id))]);
	}

	async #finish(started: StartedCommand, end: CommandEnd, text: string): Promise<EndedProcesses> {
		switch (end.type) {
			case "exited":
			case "signalled":
				return started.endLeft();
			case "closed":
				return started.endAll();
			case "stillRunning":
				this.#background.set(text, started);
				void started.exit.then(({ type }) => {
					if (this.#background.get(text) !== started) return;
					// From now on, the processes in its terminal are the user's.
					const ending = type === "closed" ? started.endAll() : started.endLeft();
					this.#background.set(text, { ...started, endAll: () => ending });
				});
				return none;
			default:
				started.interrupt();
				await this.#settled(started.exit, grace);
				return started.endAll();
		}
	}

	/** Waits until a promise settles, or a time has passed. */
	#settled(promise: Promise<unknown>, milliseconds: number): Promise<void> {
		return new Promise((resolve) => {
			const timer = this.clock.after(milliseconds, resolve);
			void promise.then(() => {
				timer.dispose();
				resolve();
			});
		});
	}
}

/** Returns the id of a command. @param call the number of its call. */
export function commandId(task: string, call: number): string {
	return `${task}.${call}`;
}

import type { CommandExit, CommandHost } from "../../../../src/core/agent/commands/commandHost";
import { TaskCommands } from "../../../../src/core/agent/commands/taskCommands";
import type { Clock } from "../../../../src/core/base/ports";
import { manualClock } from "../memoryPorts";

/** A scripted command's output and exit; without an exit, it runs until it is ended. */
export interface ScriptedCommand {
	readonly output?: string;
	readonly exit?: CommandExit;
}

/** A host that runs nothing: each command follows the script for its text, or ends at once with exit code 0. */
export class MemoryCommandHost implements CommandHost {
	readonly folder = "/home/user/project";
	shell = "bash";
	readonly scripts = new Map<string, ScriptedCommand>();
	/** Returns the script of a command that has none in `scripts`. */
	run: (text: string) => ScriptedCommand | Promise<ScriptedCommand> = () => ({ exit: { type: "exited", code: 0 } });
	/** The texts of the commands that were started. */
	readonly started: string[] = [];
	/** Interruptions and ends of the commands, in order. */
	readonly happened: string[] = [];
	/** Functions that end a command as if by itself, by the command's text. */
	readonly endings = new Map<string, (exit: CommandExit) => void>();
	/** Processes by the ids of their commands. */
	readonly processes = new Map<string, number>();

	variables(id: string) {
		return { GATEHOUSE_COMMAND: id };
	}

	async start({ text, id }: { readonly text: string; readonly id: string }, onOutput: (piece: string) => void) {
		this.started.push(text);
		this.processes.set(id, 1);
		const { output = "", exit } = this.scripts.get(text) ?? (await this.run(text));
		if (output !== "") onOutput(output);
		let end = (_: CommandExit) => {};
		const ended = new Promise<CommandExit>((resolve) => {
			end = resolve;
		});
		this.endings.set(text, end);
		if (exit) {
			this.processes.delete(id);
			end(exit);
		}
		return {
			exit: ended,
			interrupt: () => {
				this.happened.push(`interrupted ${text}`);
			},
			endLeft: async () => ({ ended: 0, left: 0 }),
			endAll: async () => {
				this.happened.push(`ended ${text}`);
				end({ type: "closed" });
				return this.end(id);
			},
		};
	}

	async running(id: string): Promise<number | undefined> {
		return this.processes.get(id) ?? 0;
	}

	async end(id: string) {
		const ended = this.processes.get(id) ?? 0;
		this.processes.delete(id);
		return { ended, left: 0 };
	}
}

/** The commands of a task, run by a scripted host. */
export function memoryCommands(
	clock: Clock = manualClock(),
	host = new MemoryCommandHost(),
): TaskCommands & { readonly host: MemoryCommandHost } {
	return Object.assign(new TaskCommands(host, "task", clock, (text) => text), { host });
}

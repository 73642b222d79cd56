// A process that runs a command of a task until it is killed: FOLDER TASK COMMAND.

import { TaskCommands } from "../../../../../src/core/agent/commands/taskCommands";
import { systemClock } from "../../../../../src/core/base/systemClock";
import type { ChatEvent } from "../../../../../src/core/gateway/gateway";
import { DiskTask } from "../diskTask";
import { ChildHost } from "./childHost";

const [folder = "", id = "", command = ""] = process.argv.slice(2);
const gateway = {
	async *chat(): AsyncGenerator<ChatEvent> {
		yield { type: "toolCall", call: { id: "call", name: "run_command", arguments: { command } } };
		yield { type: "finished", reason: "tool_calls" };
	},
};
const task = new DiskTask(folder);
const host = new ChildHost(task.project);
host.onOutput = (piece) => process.stdout.write(piece);
const stop = await task.run(gateway, new TaskCommands(host, id, systemClock, (text) => text));
console.error("The task ended", stop);
process.exitCode = 1;

import { messageOf } from "../../base/errors";
import { type AgentTool, ToolError } from "../loop/agentTool";
import { commandApproval } from "../loop/callApproval";
import { optionalInteger, optionalSwitch, requiredText } from "../tools/toolArguments";
import { counted } from "../tools/toolResult";
import { schemaField, toolDefinition } from "../tools/toolSchema";
import type { EndedProcesses } from "./commandHost";
import { runCommandName } from "./openCommands";
import type { CommandOutcome, GivenCommand, TaskCommands } from "./taskCommands";

/** Default time after which a command is ended, in seconds. */
const usualTimeout = 120;
/** Default time after which the result of a command in the background is returned, in seconds. */
const backgroundTimeout = 5;
const longestTimeout = 1_800;

/** Returns the tool that runs commands, each in a terminal of its own. */
export function runCommandTool(commands: TaskCommands): AgentTool {
	const { folder, shell } = commands.host;
	return {
		changes: true,
		repeatable: true,
		definition: toolDefinition(
			runCommandName,
			`Runs a command in ${shell}, in the workspace's folder; returns exit code and output. It gets no input.`,
			{
				command: schemaField("string"),
				timeout: schemaField("integer", `seconds; default: ${usualTimeout}`),
				background: schemaField("boolean", "goes on after timeout, for servers"),
			},
			["command"],
		),
		async prepare(given, _signal, call) {
			// The user may have chosen another shell since the task began.
			const command = { ...givenCommand(given), shell: commands.host.shell };
			if (command.shell === "cmd" && /[\n\r]/.test(command.text.trim()))
				throw new ToolError("cmd runs only the first line. Join the commands with &&, or make several calls.");
			const variables = commands.host.variables(commands.idOf(call));
			return {
				target: command.text,
				access: commandApproval(command.text, { ...command, folder, variables }),
				run: async (signal) => {
					try {
						return commandResult(command, await commands.run(command, call, signal));
					} catch (error) {
						signal.throwIfAborted();
						throw new ToolError(`The command could not be started: ${messageOf(error)}`, command.text, {
							cause: error,
						});
					}
				},
			};
		},
		interrupted: (call) => commands.interrupted(call),
	};
}

/** @throws ToolError */
function givenCommand(given: Readonly<Record<string, unknown>>): Omit<GivenCommand, "shell"> {
	const text = requiredText(given, "command");
	if (text.includes("\0")) throw new ToolError("The command contains a null character.");
	const background = optionalSwitch(given, "background");
	const seconds = optionalInteger(given, "timeout", "a whole number of seconds");
	const timeout = seconds || (background ? backgroundTimeout : usualTimeout);
	return { text, background, timeout: Math.min(timeout, longestTimeout) };
}

/** Returns the result for the model: first the facts, then the command's output. */
function commandResult({ timeout }: GivenCommand, { end, seconds, processes, output }: CommandOutcome): string {
	const time = `after ${counted(Math.round(seconds), "second")}`;
	const facts = (() => {
		switch (end.type) {
			case "exited":
				return end.code === undefined
					? `Ended ${time}. The shell did not report its exit code.`
					: `Exit code ${end.code} ${time}.`;
			case "signalled":
				return `Ended by the signal ${end.signal} ${time}.`;
			case "closed":
				return `The user closed its terminal ${time}, which ended it.`;
			case "stopped":
				return `The user stopped it ${time}.`;
			case "timedOut":
				return `Not done ${time}: it was ended. Give a longer timeout, or background for a server.`;
			case "waitsForInput":
				return `It waits for input, which it cannot get: it was ended ${time}. Give the answer in the command, or an option that asks nothing.`;
			case "tooMuchOutput":
				return `It was ended ${time}: it had too much output.`;
			case "stillRunning":
				return `Still running after ${timeout} seconds. It ends with this task; the same command starts it again.`;
		}
	})();
	const byItself = end.type === "exited" || end.type === "signalled";
	const cut =
		end.type === "exited" && end.outputCut
			? ["(The end of its output did not arrive from the terminal: some of the output may be missing.)"]
			: [];
	return [facts, ...processNotes(byItself, processes), ...cut, output.result()].join("\n");
}

function processNotes(byItself: boolean, { ended, left }: EndedProcesses): readonly string[] {
	const notes: string[] = [];
	if (byItself && ended > 0)
		notes.push(
			`(It had left ${counted(ended, "process")} running, now ended. Use background to keep a command running.)`,
		);
	if (left > 0) notes.push(`(${counted(left, "process")} could not be ended.)`);
	return notes;
}

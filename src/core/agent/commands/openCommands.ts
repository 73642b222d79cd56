import type { LoggedEvent } from "../../chat/conversation/conversationEvent";
import { commandId } from "./taskCommands";

/** The name by which models call the tool that runs commands. */
export const runCommandName = "run_command";

/** A command that may still be running, according to the log. */
export interface OpenCommand {
	readonly id: string;
	/** The id of its task's answer. */
	readonly task: string;
	readonly text: string;
}

/** Returns the commands that were started and either have no result or were started in the background. */
export function openCommands(events: readonly LoggedEvent[]): readonly OpenCommand[] {
	const calls = new Map<string, OpenCommand[]>();
	const open = new Map<string, OpenCommand>();
	const inBackground = new Set<string>();
	for (const logged of events) {
		if (logged.type !== "agent") continue;
		const { message: task, event } = logged;
		const known = calls.get(task) ?? [];
		calls.set(task, known);
		if (event.type === "turn") {
			for (const { name, arguments: given } of event.calls) {
				const id = commandId(task, known.length);
				const isCommand = name === runCommandName && typeof given !== "string";
				known.push({ id, task, text: isCommand && typeof given.command === "string" ? given.command : "" });
				if (isCommand && String(given.background) === "true") inBackground.add(id);
			}
		} else if (event.type === "running") {
			const command = known[event.call];
			if (command && command.text !== "") open.set(command.id, command);
		} else if (event.type === "result") {
			const id = commandId(task, event.call);
			if (!inBackground.has(id)) open.delete(id);
		}
	}
	return [...open.values()];
}

import type { LoggedEvent } from "../../chat/conversation/conversationEvent";

/** The name by which models call the tool that changes files. */
export const editFileName = "edit_file";

/**
 * Returns the ids of the answers in which an agent may have changed files, in the order of their first changes.
 * Includes versions that are not shown.
 */
export function changingTasks(events: readonly LoggedEvent[]): readonly string[] {
	const calls = new Map<string, string[]>();
	const found = new Set<string>();
	for (const event of events) {
		if (event.type !== "agent") continue;
		const names = calls.get(event.message) ?? [];
		calls.set(event.message, names);
		if (event.event.type === "turn") for (const { name } of event.event.calls) names.push(name);
		else if (event.event.type === "running" && names[event.event.call] === editFileName) found.add(event.message);
	}
	return [...found];
}

import type { AgentRow } from "../../../shared/agentWork";

/** The tools that only look at something, and the minimum number of their calls in a row that are folded. */
const looking: ReadonlySet<string> = new Set(["read_file", "list_files", "search", "get_problems"]);
const leastFolded = 3;

/** Successive rows of a task. */
export interface StepGroup {
	readonly from: number;
	/** The row after the last one. */
	readonly to: number;
	/** Whether they are folded into one. */
	readonly folded: boolean;
}

/**
 * Groups rows that belong together: successive ones that looked at something; every other row is a group of its own.
 * The last group is not folded while the agent works: a row that the user is reading would disappear.
 */
export function stepGroups(rows: readonly AgentRow[], running: boolean): readonly StepGroup[] {
	const ranges: [from: number, to: number][] = [];
	let goesOn = false;
	for (const [at, { tool, state, note, approval }] of rows.entries()) {
		const isPlain = looking.has(tool) && state === "done" && !approval;
		const last = ranges.at(-1);
		if (last && goesOn && isPlain && note === "") last[1] = at + 1;
		else ranges.push([at, at + 1]);
		goesOn = isPlain;
	}
	/** Returns whether a group is complete: while the step after it runs, that step may still join it. */
	const isOver = (to: number) => {
		const next = rows[to];
		return !running || (next !== undefined && (!looking.has(next.tool) || next.note !== "" || to < rows.length - 1));
	};
	return ranges.map(([from, to]) => ({ from, to, folded: to - from >= leastFolded && isOver(to) }));
}

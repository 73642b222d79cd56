import type { AgentApproval } from "./agentApproval";

/** The state of a call, for its row: `skipped` was not carried out, `interrupted` may have been. */
export type AgentRowState =
	| "waiting"
	| "asking"
	| "running"
	| "done"
	| "failed"
	| "rejected"
	| "skipped"
	| "interrupted";

/** What a call does with a file as a whole, if it does not change parts of it. */
export type FileFate = "created" | "deleted";

/** A call of the agent's, as its row shows it. */
export interface AgentRow {
	readonly tool: string;
	/** The subject of the call, such as a path. */
	readonly target: string;
	/** What it does with a file as a whole; absent for a change of parts, and for any other call. */
	readonly file?: FileFate;
	/** The text that the model wrote before this call; empty for the further calls of a turn. */
	readonly note: string;
	readonly state: AgentRowState;
	/** What the user is, or was, asked to allow. */
	readonly approval?: AgentApproval;
	/** The arguments and the result, cut to what a row shows. */
	readonly given: string;
	readonly result: string;
	readonly begunAt?: number;
	readonly endedAt?: number;
}

/** An agent's work on a task, as its answer shows it. */
export interface AgentWork {
	readonly rows: readonly AgentRow[];
	/** The number of the model's answers. */
	readonly turns: number;
	/** Tokens of all requests and answers together. */
	readonly tokens: number;
	/** Length of the part of the answer's text that is final; the rest is streamed, and may become a row's note. */
	readonly settled: number;
	/** How long it has waited for the user's decisions, in milliseconds; absent before the first. */
	readonly waited?: number;
	/** When the user was asked, while they have not decided yet, in milliseconds since the epoch. */
	readonly askedAt?: number;
	/** Whether the final text was cut off at its length limit, so that the next text belongs to its end. */
	readonly cut?: boolean;
}

export const newWork: AgentWork = { rows: [], turns: 0, tokens: 0, settled: 0 };

/** Returns work that no longer waits for the user, with the time for which it has waited. @param at when that ended. */
export function decidedWork(work: AgentWork, at: number): AgentWork {
	const { askedAt, ...rest } = work;
	return askedAt === undefined ? work : { ...rest, waited: (work.waited ?? 0) + Math.max(0, at - askedAt) };
}

/** Returns the state of a row whose task has ended, or was interrupted. */
export function endedRowState(state: AgentRowState): AgentRowState {
	if (state === "running") return "interrupted";
	return state === "waiting" || state === "asking" ? "skipped" : state;
}

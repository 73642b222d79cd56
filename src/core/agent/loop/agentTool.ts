import type { AgentApproval } from "../../../shared/agentApproval";
import type { ToolDefinition } from "../../gateway/gateway";

/** A call whose arguments have been checked, before it does anything. */
export interface PreparedCall {
	/** The subject that its row shows: a path, or the text that is searched for. */
	readonly target: string;
	/** The access that the user may have to allow; absent for a call that is always allowed. */
	readonly access?: AgentApproval;
	/**
	 * Runs the call.
	 *
	 * @param step the number of the agent's turn, counted from 1.
	 * @throws ToolError with a message for the model; anything else counts as a failure too.
	 */
	run(signal: AbortSignal, step: number): Promise<string>;
}

/** A tool of the agent. */
export interface AgentTool {
	readonly definition: ToolDefinition;
	/** Whether it may change files: after it, a call that only reads may be repeated. */
	readonly changes: boolean;
	/** Whether repeating a call after an edit is useful, like running the tests, even though it may change files. */
	readonly repeatable?: boolean;
	/**
	 * Checks a call and determines what it would do, without doing it.
	 *
	 * @param call its number in the task.
	 * @throws ToolError with a message for the model.
	 */
	prepare(given: Readonly<Record<string, unknown>>, signal: AbortSignal, call: number): Promise<PreparedCall>;
	/** Returns a report on an interrupted call, for the model; absent where nothing is known. Never rejects. */
	interrupted?(call: number): Promise<string>;
}

/** The failure of a call, with a message for the model: in English, like everything that models are sent. */
export class ToolError extends Error {
	override readonly name = "ToolError";

	constructor(
		message: string,
		/** The subject of the call, if it is known. */
		readonly target = "",
		options?: ErrorOptions,
	) {
		super(message, options);
	}
}

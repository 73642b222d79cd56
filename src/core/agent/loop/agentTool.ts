import type { AgentApproval } from "../../../shared/agentApproval";
import type { ToolDefinition } from "../../gateway/gateway";

/** A call whose arguments have been checked, before it does anything. */
export interface PreparedCall {
	/** The subject for its row: a path, or the text that is searched. */
	readonly target: string;
	/** What it does that the user may have to allow; absent for what is always allowed. */
	readonly access?: AgentApproval;
	/**
	 * Runs it. The step is the number of the turn, from 1.
	 *
	 * @throws ToolError with a message for the model; anything else counts as a failure too.
	 */
	run(signal: AbortSignal, step: number): Promise<string>;
}

/** A tool of the agent's. */
export interface AgentTool {
	readonly definition: ToolDefinition;
	/** Whether it changes files: then the same call may be made again after it. */
	readonly changes: boolean;
	/** Whether the same call is useful again after an edit, as running the tests is, even though it changes files. */
	readonly repeatable?: boolean;
	/**
	 * Checks a call and determines what it would do, without doing it.
	 *
	 * @param call its number in the task.
	 * @throws ToolError with a message for the model.
	 */
	prepare(given: Readonly<Record<string, unknown>>, signal: AbortSignal, call: number): Promise<PreparedCall>;
	/** Returns what is known of a call that was interrupted, for the model; absent where nothing is. Never rejects. */
	interrupted?(call: number): Promise<string>;
}

/** The failure of a call, with a message for the model: English, as all that models are sent. */
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

import type { AgentApproval, ApprovalDecision } from "../../../shared/agentApproval";
import type { AgentEvent, AgentStop } from "../../../shared/agentEvent";
import type { ChosenTool } from "../../../shared/chosenTool";
import type { Log } from "../../base/ports";
import type { ChatRequest, Gateway, ToolDefinition } from "../../gateway/gateway";
import type { OnWait } from "../../gateway/retry";

/** A task whose work becomes an answer. */
export interface SessionTask {
	/** The answer's id. */
	readonly id: string;
	readonly gateway: Gateway;
	/** The messages up to the task, and the parameters. */
	readonly request: ChatRequest;
	/** The id of its conversation. */
	readonly conversation: string;
	/** The foreign tools that the user has chosen for it. */
	readonly tools: readonly ChosenTool[];
	/** The task's events so far, if it is continued. */
	readonly events: readonly AgentEvent[];
	/** The number of tokens that a request may have; null where that is unknown. */
	readonly room: number | null;
}

/** The functions that a session provides for a task. */
export interface TaskPorts {
	/** Writes an event to the disk, then shows it. @throws UserError when it cannot be written. */
	record(event: AgentEvent): Promise<void>;
	/** Asks the user for a decision; when the signal is aborted, the call counts as rejected. */
	approve(call: number, approval: AgentApproval, signal: AbortSignal): Promise<ApprovalDecision>;
	/** Called with chosen tools that have changed since they were chosen: they are no longer chosen. Never rejects. */
	dropTools(changed: readonly ChosenTool[]): Promise<void>;
	readonly onText: (piece: string) => void;
	readonly onReasoning: (piece: string) => void;
	/** Called when the text since the last event turns out to be reasoning. */
	readonly onWasReasoning: () => void;
	readonly onWait: OnWait;
	readonly log: Log;
}

/** The parts that each request of a task contains besides the conversation. */
export interface TaskParts {
	/** The instructions before the user's own system prompt. For the model, so not translated. */
	readonly instructions: string;
	readonly tools: readonly ToolDefinition[];
}

/** Works on tasks with tools. */
export interface TaskWorker {
	/** @throws UserError as `assertAllowed` does. */
	parts(): Promise<TaskParts>;
	/** @throws UserError with the reason why there is no agent here. */
	assertAllowed(): void;
	/** Works until it stops, and returns why. Never rejects. */
	work(task: SessionTask, ports: TaskPorts, signal: AbortSignal): Promise<AgentStop>;
}

import type { AgentApproval, ApprovalDecision } from "./agentApproval";
import type { FileFate } from "./agentWork";
import type { Failure, Usage } from "./conversation";

/** A model's call of a tool, as it is logged. */
export interface AgentCall {
	readonly id: string;
	readonly name: string;
	/** The parsed arguments, or the model's text if that is not valid JSON. */
	readonly arguments: Readonly<Record<string, unknown>> | string;
	/**
	 * The subject for its row and what happens to the file; present if the page has only the beginning of the arguments.
	 */
	readonly target?: string;
	readonly file?: FileFate;
}

/** Why an agent stopped. */
export type AgentStop =
	/** The model answered without a call. */
	| { readonly type: "answered" }
	/** The user stopped it. */
	| { readonly type: "stopped" }
	/** The model made the same call again and again, without a change in between. */
	| { readonly type: "repeated"; readonly tool: string }
	/** Several calls in a row failed. */
	| { readonly type: "failing"; readonly count: number }
	| { readonly type: "turnLimit"; readonly count: number }
	| { readonly type: "tokenLimit"; readonly count: number }
	/** The gateway has few requests left. */
	| { readonly type: "requestLimit"; readonly left: number }
	/** The task no longer fits in the model's context, even without old results. */
	| { readonly type: "contextFull" }
	/** The answer was cut off at its length limit before it was complete. */
	| { readonly type: "cutOff" }
	/** The model's answer was empty. */
	| { readonly type: "empty" }
	/** An answer was interrupted after it had begun. */
	| { readonly type: "interrupted"; readonly message: string }
	| { readonly type: "failed"; readonly failure: Failure }
	/** The conversation cannot be saved: the agent does only what is in its log. */
	| { readonly type: "notSaved"; readonly message: string };

/** The events of an agent's work on a task. Calls are numbered in their order, from 0. */
export type AgentEvent =
	/** An answer of the model that is complete, before any of its calls has run. */
	| {
			readonly type: "turn";
			readonly text: string;
			readonly calls: readonly AgentCall[];
			/**
			 * The reasoning before the calls, for a model that demands it; absent if there was none. Kept for every model: that
			 * one demands it is only known once it has refused a later request.
			 */
			readonly reasoning?: string;
			/** The tokens of its request and of the answer itself, as counted by the gateway or estimated. */
			readonly tokens: number;
			readonly usage?: Usage;
	  }
	| { readonly type: "asking"; readonly call: number; readonly approval: AgentApproval }
	| { readonly type: "decided"; readonly call: number; readonly decision: ApprovalDecision }
	/** A call begins to run, and may change files from now on. */
	| { readonly type: "running"; readonly call: number }
	| {
			readonly type: "result";
			readonly call: number;
			readonly failed: boolean;
			/** The text that the model is sent. */
			readonly text: string;
			/** The subject of the call for its row, such as a path. */
			readonly target: string;
	  }
	/** The results of these calls are replaced by one line each, to make room. */
	| { readonly type: "stubbed"; readonly calls: readonly number[] }
	| {
			readonly type: "ended";
			readonly stop: AgentStop;
			/** The part of an unfinished answer that had arrived: it is shown, but not sent again. */
			readonly text?: string;
	  }
	/** The user continues a task that had ended. */
	| { readonly type: "resumed" };

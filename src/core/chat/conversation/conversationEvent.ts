import { type ApprovalReason, isForFile, withApprovalText } from "../../../shared/agentApproval";
import type { AgentEvent } from "../../../shared/agentEvent";
import type { ChatParameters } from "../../../shared/chatParameters";
import type { ChosenTool } from "../../../shared/chosenTool";
import type { AnswerState, Attachment, LeftOut, Usage } from "../../../shared/conversation";

/** The changes of a conversation. Nothing is ever erased: a change is undone by a later event. */
export type ConversationChange =
	| {
			readonly type: "asked";
			readonly message: string;
			readonly parent: string | null;
			readonly text: string;
			readonly attachments: readonly Attachment[];
			/** The model for this question, if not the chosen one. */
			readonly model?: string;
	  }
	| {
			readonly type: "answering";
			readonly message: string;
			readonly parent: string;
			readonly model: string;
			readonly gateway: string;
			readonly leftOut?: LeftOut;
			/** Whether the answer is the work of an agent. */
			readonly agent?: true;
	  }
	/** An interrupted answer is being continued. */
	| { readonly type: "continuing"; readonly message: string; readonly model: string; readonly gateway: string }
	/** An answer is still in progress, although nothing of it arrives. */
	| { readonly type: "alive"; readonly message: string }
	| { readonly type: "received"; readonly message: string; readonly text: string; readonly reasoning: string }
	/**
	 * The answer's text was reasoning: all of it or, if it was continued after reasoning or by another model, the text
	 * since then.
	 */
	| { readonly type: "wasReasoning"; readonly message: string }
	| {
			readonly type: "ended";
			readonly message: string;
			readonly state: AnswerState;
			readonly usage?: Usage;
	  }
	/** A step of an agent, whose work is this answer. */
	| { readonly type: "agent"; readonly message: string; readonly event: AgentEvent }
	/** This message is the version that is shown. */
	| { readonly type: "shown"; readonly message: string }
	/** A message is hidden with everything below it; null hides the whole conversation. */
	| { readonly type: "deleted"; readonly message: string | null }
	/** Undoes `deleted`. */
	| { readonly type: "restored"; readonly message: string | null }
	/** The conversation's name given by the user; empty to name it after its first question again. */
	| { readonly type: "titled"; readonly title: string }
	| { readonly type: "pinned"; readonly pinned: boolean }
	/** The conversation's own parameters from now on; replaces all earlier ones. */
	| { readonly type: "parameters"; readonly parameters: ChatParameters }
	/** The foreign tools that the agent may ask to call from now on; replaces all earlier ones. */
	| { readonly type: "tools"; readonly tools: readonly ChosenTool[] };

/** A change as it is logged: with a unique id and its time in milliseconds since the epoch. */
export type ConversationEvent = ConversationChange & {
	readonly id: string;
	readonly at: number;
};

/** An event of a type that a later version has added: it has no effect here, and is kept for that version. */
export interface LaterEvent {
	readonly type: "later";
	readonly id: string;
	readonly at: number;
	/** The event as it is in the log. */
	readonly value: object;
}

/** An entry of a log. */
export type LoggedEvent = ConversationEvent | LaterEvent;

/** Returns an event as a line of the log. */
export function encodeEvent(event: LoggedEvent): string {
	return JSON.stringify(plainEvent(event));
}

/** Returns an event as it is stored in JSON, without what only the user may see. */
export function plainEvent(event: LoggedEvent): object {
	if (event.type === "later") return event.value;
	return event.type === "agent" ? { ...event, event: withoutPrivateText(event.event) } : event;
}

/** The reasons for which a file's text must not reach the model without the user's permission. */
const privateReasons: readonly ApprovalReason[] = ["secretName", "secretText", "ignored"];

/**
 * Removes the lines of a private file from an event: the log can be shared, and the user may have rejected the call.
 */
function withoutPrivateText(event: AgentEvent): AgentEvent {
	if (event.type !== "asking" || !isForFile(event.approval)) return event;
	const isPrivate = event.approval.reasons.some((reason) => privateReasons.includes(reason));
	if (!isPrivate || event.approval.detail === "") return event;
	return { ...event, approval: { ...withApprovalText(event.approval, ""), withheld: true } };
}

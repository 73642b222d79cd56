import type { ApprovalDecision } from "../../../shared/agentApproval";
import type { AgentEvent } from "../../../shared/agentEvent";
import type { ChosenTool } from "../../../shared/chosenTool";
import type { Answer, Message, RetryWait } from "../../../shared/conversation";
import type { AnswerText } from "../conversation/answerText";
import type { Conversation } from "../conversation/loadedConversation";

/** The answer that a turn is receiving. */
export interface RunningAnswer {
	readonly id: string;
	readonly text: Pick<AnswerText, "onto">;
	/** Whether a part of it existed before, so that an error only interrupts it. */
	readonly continued: boolean;
	/** The pause before the next attempt, while it lasts. */
	wait?: RetryWait | undefined;
}

/** A question from the moment it is sent, or an answer from the moment it is continued, until the answer has ended. */
export class Turn {
	readonly abort = new AbortController();
	/** Settles when everything that belongs to the turn is saved. */
	readonly ended: Promise<void>;
	end: () => void = () => {};
	/** The text that has arrived, once the answer has begun. */
	answer?: RunningAnswer;
	/** Whether another window has continued its answer, which now belongs to that window. */
	lost = false;
	/** The call that the user is asked about. */
	approval?: { readonly call: number; decide(decision: ApprovalDecision): void };

	/** @param conversation the conversation that the turn belongs to, whatever is shown meanwhile. */
	constructor(readonly conversation: Conversation) {
		this.ended = new Promise((resolve) => {
			this.end = resolve;
		});
	}
}

/** Returns the answer with the text that has arrived and the current pause. */
export function currentAnswer(message: Answer, { text, wait }: RunningAnswer): Answer {
	const answer = text.onto(message);
	return wait ? { ...answer, state: { type: "streaming", wait } } : answer;
}

/**
 * A change of the conversation that is shown, as the session reports it to the view. The view must apply changes in
 * order.
 */
export type SessionChange =
	| { readonly type: "reset" }
	| { readonly type: "message"; readonly message: Message }
	| { readonly type: "text"; readonly answer: string; readonly text: string; readonly reasoning: string }
	/** A step of the agent that works in an answer, at a time in milliseconds since the epoch. */
	| { readonly type: "agent"; readonly answer: string; readonly event: AgentEvent; readonly at: number }
	| { readonly type: "waits"; readonly answer: string; readonly wait: RetryWait | null }
	| { readonly type: "ended"; readonly answer: Answer }
	| { readonly type: "parameters" }
	/** The choice of foreign tools is different; `changed` are those that were removed because they have changed. */
	| { readonly type: "tools"; readonly changed: readonly ChosenTool[] };

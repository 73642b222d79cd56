import type { Answer, Message, RetryWait } from "../../shared/conversation";
import type { AnswerText } from "./answerText";
import type { Conversation } from "./conversation";

/** The answer that a turn takes in. */
export interface RunningAnswer {
	readonly id: string;
	readonly text: AnswerText;
	/** Whether it was there in part already: what goes wrong now only interrupts it. */
	readonly continued: boolean;
	/** The pause before the next try, while there is one. */
	wait?: RetryWait | undefined;
}

/** A question from the moment it is sent, or an answer from the moment it goes on, until the answer has ended. */
export class Turn {
	readonly abort = new AbortController();
	/** Settles when everything of it is kept. */
	readonly ended: Promise<void>;
	end: () => void = () => {};
	/** What has arrived, once the answer has begun. */
	answer?: RunningAnswer;

	/** @param conversation where it belongs, whatever is shown meanwhile. */
	constructor(readonly conversation: Conversation) {
		this.ended = new Promise((resolve) => {
			this.end = resolve;
		});
	}
}

/** The answer with what has arrived, and with the pause that it is in. */
export function asItStands(message: Answer, { text, wait }: RunningAnswer): Answer {
	const answer = text.onto(message);
	return wait ? { ...answer, state: { type: "streaming", wait } } : answer;
}

/** What the view is told, in this order and no other. */
export type SessionChange =
	| { readonly type: "reset" }
	| { readonly type: "message"; readonly message: Message }
	| { readonly type: "text"; readonly answer: string; readonly text: string; readonly reasoning: string }
	| { readonly type: "waits"; readonly answer: string; readonly wait: RetryWait | null }
	| { readonly type: "ended"; readonly answer: Answer }
	| { readonly type: "parameters" };

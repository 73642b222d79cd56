import type { Answer, Message, RetryWait } from "../../shared/conversation";

/** What the view is told, in this order and no other. */
export type SessionChange =
	| { readonly type: "reset" }
	| { readonly type: "message"; readonly message: Message }
	| { readonly type: "text"; readonly answer: string; readonly text: string; readonly reasoning: string }
	| { readonly type: "waits"; readonly answer: string; readonly wait: RetryWait | null }
	| { readonly type: "ended"; readonly answer: Answer }
	| { readonly type: "parameters" };

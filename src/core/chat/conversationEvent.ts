import type { ChatParameters } from "../../shared/chatParameters";
import type { AnswerState, Attachment, LeftOut, Usage } from "../../shared/conversation";

/** What can happen in a conversation. Nothing is ever erased: what is taken back is taken back by a later event. */
export type ConversationChange =
	| {
			readonly type: "asked";
			readonly message: string;
			readonly parent: string | null;
			readonly text: string;
			readonly attachments: readonly Attachment[];
			/** In place of the chosen one. */
			readonly model?: string;
	  }
	| {
			readonly type: "answering";
			readonly message: string;
			readonly parent: string;
			readonly model: string;
			readonly gateway: string;
			readonly leftOut?: LeftOut;
	  }
	/** An answer that broke off goes on. */
	| { readonly type: "continuing"; readonly message: string; readonly model: string; readonly gateway: string }
	| { readonly type: "received"; readonly message: string; readonly text: string; readonly reasoning: string }
	/** The answer's text was reasoning: all of it or, if it was continued after a thought or by another model, the text since then. */
	| { readonly type: "wasReasoning"; readonly message: string }
	| {
			readonly type: "ended";
			readonly message: string;
			readonly state: AnswerState;
			readonly usage?: Usage;
	  }
	/** Among its versions, this message is the one to see. */
	| { readonly type: "shown"; readonly message: string }
	/** A message with everything under it is out of sight; null is the whole conversation. */
	| { readonly type: "deleted"; readonly message: string | null }
	/** The undoing of `deleted`. */
	| { readonly type: "restored"; readonly message: string | null }
	/** The conversation's name by hand; empty: named after its first question again. */
	| { readonly type: "titled"; readonly title: string }
	| { readonly type: "pinned"; readonly pinned: boolean }
	/** The conversation's own parameters from now on, all of them. */
	| { readonly type: "parameters"; readonly parameters: ChatParameters };

/** A change with its place in the log: an id that no other event has, and its time in milliseconds since the epoch. */
export type ConversationEvent = ConversationChange & {
	readonly id: string;
	readonly at: number;
};

/** An event of a later version's type: it means nothing here, and is kept for those who know it. */
export interface LaterEvent {
	readonly type: "later";
	readonly id: string;
	readonly at: number;
	/** As it stands in the log. */
	readonly value: object;
}

/** What a log consists of. */
export type LoggedEvent = ConversationEvent | LaterEvent;

/** The log's line for an event. */
export function encodeEvent(event: LoggedEvent): string {
	return JSON.stringify(plainEvent(event));
}

/** An event as JSON holds it. */
export function plainEvent(event: LoggedEvent): object {
	return event.type === "later" ? event.value : event;
}

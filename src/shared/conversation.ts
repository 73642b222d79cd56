import type { AgentWork } from "./agentWork";

/** The types that both sides of the panel share: messages, their attachments, and the state of an answer. */

import type { EffortField } from "./reasoningEffort";

/** The kinds of attachments; those of earlier versions have no kind and are code. */
export const attachmentKinds = [
	"file",
	"selection",
	"symbol",
	"folder",
	"problems",
	"terminal",
	"changes",
	"image",
	/** The places of the workspace that are relevant to a question, before they are searched. */
	"codebase",
	/** The workspace's instructions to assistants: sent before the conversation, as long as they are attached. */
	"instructions",
] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** A piece of the workspace that is sent with a question. */
export interface Attachment {
	readonly id: string;
	readonly kind?: AttachmentKind;
	/** The text of the chip: a file's name, with the lines if it is a part of one. */
	readonly name: string;
	/** VS Code's language id, for the fence around the text. */
	readonly languageId: string;
	/** The workspace-relative path that the model is given. */
	readonly path: string;
	/** The lines of the file, counted from 1, both included. */
	readonly lines?: readonly [first: number, last: number];
	/** Empty for an image. */
	readonly text: string;
	/** An image, as a `data:` URL. */
	readonly image?: string;
	/** Whether a search of the codebase has found it. */
	readonly found?: true;
	/** The files whose text is in it, if `path` is not the only one. */
	readonly sources?: readonly string[];
}

/** The ways to handle a request that is larger than the model's context. */
export const makingRoom = ["leaveOutOldest", "leaveOutAttachments", "sendAnyway"] as const;
export type MakingRoom = (typeof makingRoom)[number];

/** The parts that a question's request leaves out, as the user chose. */
export interface LeftOut {
	readonly how: Exclude<MakingRoom, "sendAnyway">;
	/** Ids of messages, or of attachments. */
	readonly ids: readonly string[];
}

/** A failed request as it is shown to the user: a message, and the actions that help. */
export interface Failure {
	readonly reason: string;
	readonly message: string;
	readonly actions: readonly FailureAction[];
}

/** The actions that a failure can offer; the page shows a button for each. */
export const failureActions = [
	"retry",
	"setApiKey",
	"openMyKeys",
	"connect",
	"selectModel",
	"diagnose",
	"confirmAddress",
	"showLog",
	"openSettings",
	"buildIndex",
	"continueElsewhere",
	...makingRoom,
] as const;
export type FailureAction = (typeof failureActions)[number];

/** The actions that are commands; retrying belongs to the answer, and the others to the question. */
export type CommandAction = Exclude<FailureAction, "retry" | "continueElsewhere" | MakingRoom>;

/** The actions that only show something: repeating the failed operation after them would fail again. */
export const showing: ReadonlySet<FailureAction> = new Set(["openMyKeys", "diagnose", "showLog", "openSettings"]);

/** Returns whether an action makes room for a question that did not fit. */
export function makesRoom(action: FailureAction): action is MakingRoom {
	return makingRoom.some((way) => way === action);
}

/** Returns whether an action is a command. */
export function isCommandAction(action: FailureAction): action is CommandAction {
	return action !== "retry" && action !== "continueElsewhere" && !makesRoom(action);
}

/** A pause before a request is retried. */
export interface RetryWait {
	/** When it ends, in milliseconds since the epoch. */
	readonly until: number;
	/** The error message of the last attempt. */
	readonly message: string;
}

/**
 * The state of an answer. Only with `complete` did the gateway send a `finish_reason`; neither a closed connection nor
 * `[DONE]` proves that an answer is complete.
 */
export type AnswerState =
	| { readonly type: "streaming"; readonly wait?: RetryWait }
	| { readonly type: "complete"; readonly finishReason: string }
	| { readonly type: "stopped" }
	/** `actions` is present when something other than continuing may help. */
	| { readonly type: "interrupted"; readonly message: string; readonly actions?: readonly FailureAction[] }
	| { readonly type: "failed"; readonly failure: Failure };

/**
 * The gateway's token counts; a field is absent if the gateway did not send it. A new field also needs `readChunk` and
 * `DeltaFastPath` (the stream), `parseEvent` (the storage) and `ConversationTree` (continued answers).
 */
export interface Usage {
	readonly promptTokens?: number;
	readonly completionTokens?: number;
	/** The part of the prompt's tokens that the gateway had in its cache. */
	readonly cachedTokens?: number;
}

/** The position of a message among its versions, counted from 1, and their number; absent if it is the only one. */
export type Versions = readonly [version: number, count: number];

/** A question of the user. */
export interface Question {
	readonly role: "user";
	readonly id: string;
	/** The answer that it follows, or null at the conversation's root. */
	readonly parent: string | null;
	readonly text: string;
	readonly attachments: readonly Attachment[];
	/** The model that it was sent to instead of the chosen one; absent if it was sent to the chosen one. */
	readonly model?: string;
	/** In milliseconds since the epoch, as every time in the log. */
	readonly at: number;
	readonly versions?: Versions;
}

/** An answer of a model, as far as it has arrived. */
export interface Answer {
	readonly role: "assistant";
	readonly id: string;
	readonly parent: string;
	readonly model: string;
	/** The gateway's name as configured by the user. */
	readonly gateway: string;
	readonly text: string;
	/** The model's reasoning, which precedes its answer's text or is interspersed with it. */
	readonly reasoning: string;
	readonly state: AnswerState;
	readonly at: number;
	/** When the first piece of its text or of its reasoning arrived; absent until then. */
	readonly firstAt?: number;
	/** When the answer ended; absent while it streams. */
	readonly endedAt?: number;
	/** How long it was interrupted before it was continued, in milliseconds; absent when it was not interrupted. */
	readonly paused?: number;
	readonly usage?: Usage;
	/** The parts that its request left out; absent if there are none. */
	readonly leftOut?: LeftOut;
	/** The work of the agent that answers; absent if a model answers alone. */
	readonly agent?: AgentWork;
	readonly versions?: Versions;
}

export type Message = Question | Answer;

/** Returns whether an answer was interrupted after a part of it had arrived: it is continued, not asked for again. */
export function isInterruptedPart({ state, text, agent }: Answer): boolean {
	return state.type === "interrupted" && (text !== "" || agent !== undefined);
}

/** The purpose of a model; `unknown` is offered for both chat and embedding. */
export type ModelKind = "chat" | "embedding" | "other" | "unknown";

/** A model in the catalog. */
export interface ModelInfo {
	readonly id: string;
	readonly kind: ModelKind;
	/** In tokens, if the gateway sends it. */
	readonly contextLength?: number;
	/** The maximum length of an answer in tokens, if the gateway sends it. */
	readonly maxOutput?: number;
	/** Whether it accepts images, if the gateway sends that. */
	readonly images?: boolean;
	/** Whether it calls tools, if the gateway sends that. */
	readonly tools?: boolean;
	/** The field that takes a reasoning effort, if the gateway reports that the model has one. */
	readonly effort?: EffortField;
	/** Its state in the gateway's own words, such as `ready` or `loading`. */
	readonly status?: string;
	/** How suitable it is as the default for chat, by its name: higher is better; absent counts as 0. */
	readonly suitability?: number;
}

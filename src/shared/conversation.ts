/** What both sides of the panel talk about: messages, their attachments, and how an answer stands. */

/** What an attachment is; those of earlier versions say nothing and are code. */
export const attachmentKinds = [
	"file",
	"selection",
	"symbol",
	"folder",
	"problems",
	"terminal",
	"changes",
	"image",
	/** The places of the workspace that fit a question, before they are looked for. */
	"codebase",
	/** What the workspace says to assistants: it goes ahead of the conversation, as long as it is attached. */
	"instructions",
] as const;
export type AttachmentKind = (typeof attachmentKinds)[number];

/** A piece of the workspace that goes with a question. */
export interface Attachment {
	readonly id: string;
	readonly kind?: AttachmentKind;
	/** What the chip says: a file's name, with its lines where it is a part of one. */
	readonly name: string;
	/** VS Code's language id, for the fence around the text. */
	readonly languageId: string;
	/** The workspace-relative path that the model is told. */
	readonly path: string;
	/** The lines taken, counted from 1, both included. */
	readonly lines?: readonly [first: number, last: number];
	/** Empty for an image. */
	readonly text: string;
	/** An image, as a `data:` address. */
	readonly image?: string;
	/** The files whose text is in it, where `path` is not the only one. */
	readonly sources?: readonly string[];
}

/** How a request is made to fit that would be more than the model takes in. */
export const makingRoom = ["leaveOutOldest", "leaveOutAttachments", "sendAnyway"] as const;
export type MakingRoom = (typeof makingRoom)[number];

/** What a question's request went without, as the user chose. */
export interface LeftOut {
	readonly how: Exclude<MakingRoom, "sendAnyway">;
	/** Ids of messages, or of attachments. */
	readonly ids: readonly string[];
}

/** What a failed request tells the reader: one sentence, and the actions that help. */
export interface Failure {
	readonly reason: string;
	readonly message: string;
	readonly actions: readonly FailureAction[];
}

/** The page shows a button for each; the host carries it out. */
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
	...makingRoom,
] as const;
export type FailureAction = (typeof failureActions)[number];

/** The actions that are a command; to retry is the answer's own, and so is to make room for a question. */
export type CommandAction = Exclude<FailureAction, "retry" | MakingRoom>;

/** The actions that only show something: whatever failed would fail again. */
export const showing: ReadonlySet<FailureAction> = new Set(["openMyKeys", "diagnose", "showLog", "openSettings"]);

/** Whether an action makes room for a question that did not fit. */
export function makesRoom(action: FailureAction): action is MakingRoom {
	return makingRoom.some((way) => way === action);
}

/** Whether an action is a command. */
export function isCommandAction(action: FailureAction): action is CommandAction {
	return action !== "retry" && !makesRoom(action);
}

/** A pause before a request is tried again. */
export interface RetryWait {
	/** When it ends, in milliseconds since the epoch. */
	readonly until: number;
	/** Why the last try failed. */
	readonly message: string;
}

/**
 * How an answer stands. Only `complete` had a `finish_reason` from the gateway;
 * neither a closed connection nor `[DONE]` proves that an answer is whole.
 */
export type AnswerState =
	| { readonly type: "streaming"; readonly wait?: RetryWait }
	| { readonly type: "complete"; readonly finishReason: string }
	| { readonly type: "stopped" }
	/** `actions` are there when something else than going on may help. */
	| { readonly type: "interrupted"; readonly message: string; readonly actions?: readonly FailureAction[] }
	| { readonly type: "failed"; readonly failure: Failure };

/** What the gateway counted; absent fields were not told. */
export interface Usage {
	readonly promptTokens?: number;
	readonly completionTokens?: number;
}

/** Which of its versions a message is, counted from 1, and how many there are; absent where it is the only one. */
export type Versions = readonly [version: number, count: number];

/** One question of the user's. */
export interface Question {
	readonly role: "user";
	readonly id: string;
	/** The answer it follows, or null at the conversation's root. */
	readonly parent: string | null;
	readonly text: string;
	readonly attachments: readonly Attachment[];
	/** The model that it was put to in place of the chosen one; absent where it was put to whichever is chosen. */
	readonly model?: string;
	/** Milliseconds since the epoch, as every time in the log. */
	readonly at: number;
	readonly versions?: Versions;
}

/** One answer of a model's, as far as it has arrived. */
export interface Answer {
	readonly role: "assistant";
	readonly id: string;
	readonly parent: string;
	readonly model: string;
	/** The gateway's name, as the user knows it. */
	readonly gateway: string;
	readonly text: string;
	/** What the model thought aloud before or between its answer's text. */
	readonly reasoning: string;
	readonly state: AnswerState;
	readonly at: number;
	/** When its first piece came, thoughts included; absent before. */
	readonly firstAt?: number;
	/** When the answer ended; absent while it streams. */
	readonly endedAt?: number;
	/** How long it stood still before it went on, in milliseconds; absent when it came in one go. */
	readonly paused?: number;
	readonly usage?: Usage;
	/** What its request went without; absent when it had everything. */
	readonly leftOut?: LeftOut;
	readonly versions?: Versions;
}

export type Message = Question | Answer;

/** What a model is for; `unknown` is offered for both. */
export type ModelKind = "chat" | "embedding" | "other" | "unknown";

/** A model as the catalog knows it. */
export interface ModelInfo {
	readonly id: string;
	readonly kind: ModelKind;
	/** In tokens, when the gateway tells. */
	readonly contextLength?: number;
	/** Whether it takes in images, when the gateway tells. */
	readonly images?: boolean;
	/** How well its name suits a first choice for chat: the higher, the better; absent counts as 0. */
	readonly suitability?: number;
}

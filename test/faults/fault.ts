import type { ScriptedAnswer, Step } from "../gateway/script";

/** The operations that are tried while the gateway is at fault; see operations.ts. */
export const operationNames = ["models", "completion", "stream", "embeddings"] as const;
export type OperationName = (typeof operationNames)[number];

/** The state that a fault can wait for, so that it happens to a client at the right moment. */
export interface Stage {
	readonly operation: OperationName;
	/** The key that the client sends, for a gateway to echo. */
	readonly key: string;
	/** Holds the answer until the client has its head. */
	readonly headSeen: Step;
	/** Holds the answer until the client has read so many bytes of its body. */
	heard(bytes: number): Step;
}

/** The question that is asked under every fault; no log may contain it, even where the gateway echoes it. */
export const prompt = 'Why is "é" two bytes?\r\n\n```ts\nlet a = 1;\n``` canary-of-the-prompt';
/** The text that is embedded. */
export const embeddedText = "canary-of-the-file";

/** How an operation is to end under a fault. */
export interface ExpectedEnd {
	/** Only a chat answer can be `interrupted`: some of it arrived. */
	readonly end: "failed" | "interrupted" | "complete";
	/** The reason of the GatewayError. */
	readonly reason?: string;
	/** The wording of its message, where that matters. */
	readonly says?: RegExp;
	/** The answer's text, every character of it; empty by default. */
	readonly text?: string;
	/** Number of requests that it costs; 1 by default. */
	readonly requests?: number;
	/** How many it may cost where connections are kept from earlier requests: one that closes at once is tried again. */
	readonly keptRequests?: number;
	/** How long the gateway asks to wait, in milliseconds, all pauses together. */
	readonly waits?: number;
}

/** One way in which a gateway fails, for as long as it lasts. */
export interface Fault {
	readonly name: string;
	readonly operations: readonly OperationName[];
	/** The answer to every request; `gone`: no server listens at the port. */
	answer(stage: Stage): ScriptedAnswer | "gone";
	expected(operation: OperationName): ExpectedEnd;
}

/** Whether the operation is a chat, whose answer may arrive in part. */
export function isChat(operation: OperationName): boolean {
	return operation === "completion" || operation === "stream";
}

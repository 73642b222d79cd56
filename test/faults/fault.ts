import type { ScriptedAnswer, Step } from "../gateway/script";

/** The operations that are tried with each fault; see operations.ts. */
export const operationNames = ["models", "completion", "stream", "embeddings"] as const;
export type OperationName = (typeof operationNames)[number];

/** The state that a fault can wait for, so that it happens to a client at the right moment. */
export interface Stage {
	readonly operation: OperationName;
	/** The key that the client sends, for a gateway to echo. */
	readonly key: string;
	/** Holds the answer until the client has received its head. */
	readonly headSeen: Step;
	/** Holds the answer until the client has read this many bytes of its body. */
	heard(bytes: number): Step;
}

/** The question that is asked with every fault; no log may contain it, even if the gateway echoes it. */
export const prompt = 'Why is "é" two bytes?\r\n\n```ts\nlet a = 1;\n``` canary-of-the-prompt';
/** The text that is embedded. */
export const embeddedText = "canary-of-the-file";

/** The expected end of an operation with a fault. */
export interface ExpectedEnd {
	/** Only a chat answer can be `interrupted`: some of it arrived. */
	readonly end: "failed" | "interrupted" | "complete";
	/** The reason of the GatewayError. */
	readonly reason?: string;
	/** The wording of its message, if it matters. */
	readonly says?: RegExp;
	/** The complete text of the answer; empty by default. */
	readonly text?: string;
	/** Number of requests that it costs; 1 by default. */
	readonly requests?: number;
	/**
	 * Maximum number of requests if connections are kept from earlier requests. If one closes at once, the request is
	 * retried.
	 */
	readonly keptRequests?: number;
	/** Sum of the pauses for which the gateway asks, in milliseconds. */
	readonly waits?: number;
}

/** One way in which a gateway fails, until the fault is lifted. */
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

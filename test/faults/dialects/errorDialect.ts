import type { Capabilities } from "../../../src/core/gateway/capabilities/capabilities";
import type { Dialect } from "./dialect";

/** An error as a server sends it in a question's place, and what the client makes of it. */
export interface ErrorDialect extends Dialect {
	/** 200 unless told. */
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** Sent as JSON, or as it is when it is a text. */
	readonly body: object | string;
	/** The reason of the error. */
	readonly reason: string;
	/** What the user is shown of the server's text. */
	readonly says: string;
	/** What the answer said before the error. */
	readonly text?: string;
	/** How many requests the question costs; 1 unless told. */
	readonly requests?: number;
	/** What is learned of the model; nothing unless told. */
	readonly learned?: Capabilities;
}

/** OpenAI's form of an error. */
export const openAiError = (message: string, rest: object = {}): object => ({ error: { message, ...rest } });

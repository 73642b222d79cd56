import type { Capabilities } from "../../../src/core/gateway/capabilities/capabilities";
import type { Dialect } from "./dialect";

/** An error that a server sends instead of an answer, and the client's interpretation. */
export interface ErrorDialect extends Dialect {
	/** The status; 200 by default. */
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** The body, sent as JSON, or unchanged if it is a string. */
	readonly body: object | string;
	/** The reason of the error. */
	readonly reason: string;
	/** The part of the server's text that the user sees. */
	readonly says: string;
	/** The answer's text before the error. */
	readonly text?: string;
	/** Number of requests that the question costs; 1 by default. */
	readonly requests?: number;
	/** The capabilities learned of the model; none by default. */
	readonly learned?: Capabilities;
}

/** OpenAI's form of an error. */
export const openAiError = (message: string, rest: object = {}): object => ({ error: { message, ...rest } });

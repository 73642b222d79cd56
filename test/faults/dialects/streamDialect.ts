import { sseEvent } from "../../gateway/endpoints/sseChunk";
import type { Dialect } from "./dialect";

/** A chat answer as a server sends it, and its expected result. */
export interface StreamDialect extends Dialect {
	readonly body: string;
	/** The content type; `text/event-stream` by default. */
	readonly type?: string;
	readonly text: string;
	readonly reasoning: string;
	/** The finish_reason of a complete answer, or the reason of the error that ended it. */
	readonly end: { readonly finished: string } | { readonly interrupted: string } | { readonly failed: string };
	/** Tokens of the question and of the answer, if they are counted. */
	readonly usage?: readonly [number, number];
}

/** The result of an answer. */
export type Outcome = Pick<StreamDialect, "text" | "reasoning" | "end" | "usage">;

/** Returns the result of a complete answer. */
export function whole(text: string, more: Partial<Outcome> = {}): Outcome {
	return { text, reasoning: "", end: { finished: "stop" }, ...more };
}

/** Returns the result of an answer that broke off. */
export function brokenOff(text: string, reason = "malformed"): Outcome {
	return { text, reasoning: "", end: { interrupted: reason } };
}

/** Returns an event with one choice: its delta, its finish_reason, and more fields beside or within the choice. */
export function delta(value: unknown, reason: unknown = null, beside: object = {}, within: object = {}): string {
	return sseEvent({ choices: [{ index: 0, delta: value, finish_reason: reason, ...within }], ...beside });
}

/** Returns an event with a piece of text. */
export const text = (content: string, reason: unknown = null): string => delta({ content }, reason);

/** The event that ends an answer. */
export const stop = delta({}, "stop");

export const done = "data: [DONE]\n\n";

/** Returns a dialect whose body is these events. */
export function stream(source: string, name: string, events: readonly string[], outcome: Outcome): StreamDialect {
	return { source, name, body: events.join(""), ...outcome };
}

import type { OutgoingHttpHeaders } from "node:http";
import type { RecordedRequest } from "./recordedRequest";

/** One step of a scripted answer. */
export type Step =
	/** Sends status and headers now; without this step, they are sent with the first bytes or at the end. */
	| { readonly type: "head" }
	/** These bytes, as one HTTP chunk in one write to the socket. */
	| { readonly type: "bytes"; readonly data: string | Uint8Array }
	| { readonly type: "delay"; readonly ms: number }
	/** Holds the answer until the promise is resolved. */
	| { readonly type: "wait"; readonly until: Promise<unknown> }
	/**
	 * These bytes on the connection as they are, without HTTP framing: half a head, another protocol, a wrong length.
	 * They are followed by `close`, `reset` or `stall`.
	 */
	| { readonly type: "raw"; readonly data: string | Uint8Array }
	/** Closes the connection without ending the answer; the last step. */
	| { readonly type: "close" }
	/**
	 * A TCP reset; the last step. Bytes that the client has not read by then may be lost with it, and a Node client
	 * that reads bytes and reset at once sees the connection end instead: put a `wait` before it where that matters.
	 */
	| { readonly type: "reset" }
	/** Nothing more, until the client or the gateway closes the connection. */
	| { readonly type: "stall" }
	/** The proper end; also what follows the last step. */
	| { readonly type: "end" };

/** The place where the gateway's own streamed answer breaks off, always before its `finish_reason`. */
export interface Cut {
	/** Number of pieces of text that are sent first. An answer with fewer pieces is cut after its last one. */
	readonly afterChunks: number;
	/** `done` ends properly with `[DONE]`, like gateways whose upstream failed; `end` ends without it. */
	readonly how: "end" | "done" | "reset" | "stall";
}

/** An answer that the test defines, instead of the gateway's own; not even the key is checked. */
export interface ScriptedAnswer {
	/** 200 by default. */
	readonly status?: number;
	readonly headers?: OutgoingHttpHeaders;
	/** The body is one of these three; without any of them, it is empty. */
	readonly body?: string | Uint8Array;
	/** Sent as `application/json`, unless the headers say otherwise. */
	readonly json?: unknown;
	/** Sent as `text/event-stream`, unless the headers say otherwise. */
	readonly chunks?: readonly Step[];
	readonly cut?: never;
}

/** The gateway's own answer, broken off in the middle. Answers that are not streamed stay complete. */
export interface ScriptedCut {
	readonly cut: Cut;
}

/** The answers to the next requests that match. */
export type Script = {
	/** A path, or any test of the request; every request by default. */
	readonly match?: string | ((request: RecordedRequest) => boolean);
	/** Number of requests; 1 by default, `Infinity` for all. */
	readonly times?: number;
} & (ScriptedAnswer | ScriptedCut);

/** The scripts that have not answered all of their requests yet, oldest first. */
export class ScriptQueue {
	private readonly entries: { readonly script: Script; left: number }[] = [];

	add(script: Script): { dispose(): void } {
		const entry = { script, left: script.times ?? 1 };
		this.entries.push(entry);
		return { dispose: () => this.remove(entry) };
	}

	/** Returns the oldest matching script, and counts it as used. */
	take(request: RecordedRequest): Script | undefined {
		const entry = this.entries.find(({ script }) => matches(script, request));
		if (entry && --entry.left <= 0) this.remove(entry);
		return entry?.script;
	}

	private remove(entry: (typeof this.entries)[number]): void {
		const index = this.entries.indexOf(entry);
		if (index >= 0) this.entries.splice(index, 1);
	}
}

function matches({ match }: Script, request: RecordedRequest): boolean {
	if (match === undefined) return true;
	return typeof match === "string" ? match === request.path : match(request);
}

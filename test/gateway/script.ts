import type { OutgoingHttpHeaders } from "node:http";
import type { RecordedRequest } from "./recordedRequest";

/** One thing that a scripted answer does, in its turn. */
export type Step =
	/** Status and headers leave now; without this step they leave with the first bytes or the end. */
	| { readonly type: "head" }
	/** These bytes, as one HTTP chunk in one write to the socket. */
	| { readonly type: "bytes"; readonly data: string | Uint8Array }
	| { readonly type: "delay"; readonly ms: number }
	/** Holds the answer until the promise is resolved. */
	| { readonly type: "wait"; readonly until: Promise<unknown> }
	/**
	 * These bytes on the connection as they are, no HTTP around them: half a head, another protocol, a wrong length.
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

/** Where the gateway's own streamed answer breaks off, always before its `finish_reason`. */
export interface Cut {
	/** How many pieces of text are sent first. An answer with fewer is cut after its last. */
	readonly afterChunks: number;
	/** `done` ends properly with `[DONE]`, as gateways do whose upstream failed; `end` without it. */
	readonly how: "end" | "done" | "reset" | "stall";
}

/** An answer made up by the test, in place of the gateway's own; not even the key is looked at. */
export interface ScriptedAnswer {
	/** 200 by default. */
	readonly status?: number;
	readonly headers?: OutgoingHttpHeaders;
	/** One of the three is the body; none of them is an empty one. */
	readonly body?: string | Uint8Array;
	/** Sent as `application/json`, unless the headers say otherwise. */
	readonly json?: unknown;
	/** Sent as `text/event-stream`, unless the headers say otherwise. */
	readonly chunks?: readonly Step[];
	readonly cut?: never;
}

/** The gateway's own answer, broken off in the middle. Answers that are not streamed stay whole. */
export interface ScriptedCut {
	readonly cut: Cut;
}

/** The answers to the next requests that match. */
export type Script = {
	/** A path, or any test of the request; every request by default. */
	readonly match?: string | ((request: RecordedRequest) => boolean);
	/** For how many requests; 1 by default, `Infinity` for all. */
	readonly times?: number;
} & (ScriptedAnswer | ScriptedCut);

/** The scripts that wait for their request, oldest first. */
export class ScriptQueue {
	private readonly entries: { readonly script: Script; left: number }[] = [];

	add(script: Script): { dispose(): void } {
		const entry = { script, left: script.times ?? 1 };
		this.entries.push(entry);
		return { dispose: () => this.remove(entry) };
	}

	/** The oldest script that matches; counts as used. */
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

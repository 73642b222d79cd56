import type { ChunkShape } from "./streamClient";

/** What a client's process is asked for. */
export type ClientTask =
	/** The CPU time of one stream, in microseconds a chunk. */
	| { readonly measure: "cpu"; readonly chunks: number; readonly shape: ChunkShape }
	/** The median time from asking to the first text, in milliseconds. */
	| { readonly measure: "firstToken"; readonly times: number };

/** What it answers. */
export type ClientReply = { readonly value: number } | { readonly error: string };

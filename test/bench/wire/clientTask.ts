import type { ChunkShape } from "./streamClient";

/** The requests to a client's process. */
export type ClientTask =
	/** The CPU time of one stream, in microseconds for each chunk. */
	| { readonly measure: "cpu"; readonly chunks: number; readonly shape: ChunkShape }
	/** The median time from asking to the first text, in milliseconds. */
	| { readonly measure: "firstToken"; readonly times: number };

/** The reply of a client's process. */
export type ClientReply = { readonly value: number } | { readonly error: string };

import type { IncomingHttpHeaders } from "node:http";

/** A request as the gateway received it, including the key, for tests. */
export interface RecordedRequest {
	readonly method: string;
	/** The path without the query, such as `/v1/models`. */
	readonly path: string;
	/** The target in the request line: the path with its query. */
	readonly target: string;
	/** Name and value of each header, spelled and ordered as received. */
	readonly rawHeaders: readonly (readonly [name: string, value: string])[];
	/** The same headers by lower-case name. */
	readonly headers: Readonly<IncomingHttpHeaders>;
	/** The body's text; empty if there is none, or if it was larger than the gateway accepts. */
	readonly body: string;
	/** The body as JSON; undefined if it is not JSON. */
	readonly json: unknown;
	/**
	 * Settles with the exchange and never rejects: `answered` when all of an answer was handed to the network,
	 * `broken` when the connection ended earlier (the client went away, or a script broke it).
	 */
	readonly ended: Promise<"answered" | "broken">;
}

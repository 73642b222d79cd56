import type { Script, Step } from "../script";

/** One way in which real gateways answer, and what a client is to make of it. */
export interface Quirk<Expected> {
	readonly name: string;
	/** Who does it, and how one knows: [M] measured, [S] read in the source, [D] documented (docs/gateway-quirks.md). */
	readonly source: string;
	/** What makes the demo gateway answer so, once: `gateway.script(quirk.script)`. */
	readonly script: Script;
	readonly expected: Expected;
}

/** What a request that fails comes to. */
export interface ExpectedFailure {
	/** The reason of the client's error. */
	readonly failed: string;
	/** What its message says. */
	readonly says: RegExp;
}

/** Steps that send these pieces, each in one write. */
export function bytes(...pieces: readonly (string | Uint8Array)[]): Step[] {
	return pieces.map((data) => ({ type: "bytes", data }));
}

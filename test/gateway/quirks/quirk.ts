import type { Script, Step } from "../script";

/** One way in which real gateways answer, and how a client must interpret it. */
export interface Quirk<Expected> {
	readonly name: string;
	/**
	 * The gateways that do it, and the source of this fact: [M] measured, [S] read in the source, [D] documented
	 * (docs/gateway-quirks.md).
	 */
	readonly source: string;
	/** The script with which the demo gateway once answers in this way: `gateway.script(quirk.script)`. */
	readonly script: Script;
	readonly expected: Expected;
}

/** The result of a request that fails. */
export interface ExpectedFailure {
	/** The reason of the client's error. */
	readonly failed: string;
	/** The wording of its message. */
	readonly says: RegExp;
}

/** Returns steps that send these pieces, each in one write. */
export function bytes(...pieces: readonly (string | Uint8Array)[]): Step[] {
	return pieces.map((data) => ({ type: "bytes", data }));
}

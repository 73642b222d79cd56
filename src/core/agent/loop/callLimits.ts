import type { AgentCall, AgentStop } from "../../../shared/agentEvent";
import { callKey } from "../../gateway/tools/quotedCalls";

/** The limits of one run of an agent. */
export interface AgentLimits {
	readonly turns: number;
	/** Tokens of all requests and answers together. */
	readonly tokens: number;
	/** The number of identical calls at which the run stops. */
	readonly sameCalls: number;
	/** The number of failures in a row at which the run stops; those in a row within one answer count once. */
	readonly failures: number;
	/** The number of requests at the gateway that the run leaves unused. */
	readonly keptRequests: number;
}

export const defaultAgentLimits: AgentLimits = {
	turns: 100,
	tokens: 2_000_000,
	sameCalls: 3,
	failures: 3,
	keptRequests: 2,
};

/** The outcome of a call. */
interface CallResult {
	readonly failed: boolean;
	/** The text that the model is sent. */
	readonly text: string;
}

/**
 * The effect of a call on files. `runs` may change them, but is worth repeating after an edit, like running the tests.
 */
export type CallKind = "reads" | "edits" | "runs";

/** Counts what a run does, and determines when it stops by itself. */
export class CallLimits {
	#turns = 0;
	#tokens = 0;
	#failures = 0;
	/**
	 * Whether the previous call of this answer failed: another failure then does not count, because the model has not
	 * seen the first one.
	 */
	#hasFailed = false;
	/**
	 * How often each call was made: reads since the last change, runs since the last edit or a different result, and
	 * edits since the run began.
	 */
	readonly #calls: Readonly<Record<CallKind, Map<string, number>>> = {
		reads: new Map(),
		edits: new Map(),
		runs: new Map(),
	};
	/** The last result of each call that runs something, without digits: almost every result has different times. */
	readonly #ran = new Map<string, string>();

	constructor(private readonly limits: AgentLimits) {}

	/**
	 * Returns why no further request may be sent.
	 *
	 * @param requestsLeft the number that the gateway reports; `undefined` where it reports none.
	 */
	beforeRequest(requestsLeft: number | undefined): AgentStop | undefined {
		const { turns, tokens, keptRequests } = this.limits;
		if (this.#turns >= turns) return { type: "turnLimit", count: turns };
		if (this.#tokens >= tokens) return { type: "tokenLimit", count: tokens };
		if (requestsLeft !== undefined && requestsLeft <= keptRequests) return { type: "requestLimit", left: requestsLeft };
		return undefined;
	}

	/** Counts an answer and its request. */
	addTurn(tokens: number): void {
		this.#turns++;
		this.#hasFailed = false;
		this.#tokens += tokens;
	}

	/** Counts a call; returns why it may not run. */
	beforeCall(call: AgentCall, kind: CallKind): AgentStop | undefined {
		const counts = this.#calls[kind];
		const key = callKey(call);
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		return count >= this.limits.sameCalls ? { type: "repeated", tool: call.name } : undefined;
	}

	/** Counts the result of a call; returns why no further call may run. */
	addResult(call: AgentCall, kind: CallKind, { failed, text }: CallResult): AgentStop | undefined {
		if (kind === "runs") this.#compare(callKey(call), text.replaceAll(/\d+/g, ""));
		const stop = failed ? this.addFailure() : undefined;
		if (!failed) {
			this.#failures = 0;
			this.#hasFailed = false;
		}
		// Files that were read before may be different now.
		if (!failed && kind !== "reads") this.#calls.reads.clear();
		if (!failed && kind === "edits") this.#calls.runs.clear();
		return stop;
	}

	/** Counts a failure, such as a call that may only be quoted; returns why no further call may run. */
	addFailure(): AgentStop | undefined {
		if (!this.#hasFailed) this.#failures++;
		this.#hasFailed = true;
		const { failures } = this.limits;
		return this.#failures >= failures ? { type: "failing", count: failures } : undefined;
	}

	/** Restarts the count of a call whose result has changed: it was useful, like `git status` after each step. */
	#compare(key: string, result: string): void {
		const last = this.#ran.get(key);
		if (last !== undefined && last !== result) this.#calls.runs.set(key, 1);
		this.#ran.set(key, result);
	}

	/** Allows reads to be repeated, because some of their results are no longer sent. */
	forgetCalls(): void {
		this.#calls.reads.clear();
	}
}

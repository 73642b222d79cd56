import type { DoctorContext } from "./doctorContext";

/** The checks, in the order in which they run. */
export type StepId =
	| "address"
	| "proxy"
	| "connect"
	| "tls"
	| "baseUrl"
	| "key"
	| "models"
	| "chat"
	| "streaming"
	| "tools"
	| "completions"
	| "embedding"
	| "clock";

/** A problem's cause and its fix for the user, in a sentence or two each. */
export interface Trouble {
	readonly cause: string;
	readonly fix: string;
}

/** The outcome of a check. `details` are further facts, one per line. */
export type StepOutcome =
	| { readonly type: "ok"; readonly found: string; readonly details?: readonly string[] }
	| ({ readonly type: "warning"; readonly details?: readonly string[] } & Trouble)
	| ({ readonly type: "failed"; readonly details?: readonly string[] } & Trouble)
	/** `blockedBy` is the failed check that this one depends on. */
	| { readonly type: "skipped"; readonly reason: string; readonly blockedBy?: StepId };

/** One check of a connection. */
export interface DoctorStep {
	readonly id: StepId;
	/** Returns the name of the check, a word or two, translated. */
	title(): string;
	/** The checks that must not have failed before this one. */
	readonly needs?: readonly StepId[];
	/** Time limit in seconds; 20 by default. */
	readonly limitSeconds?: number;
	/** Explains a timeout; by default, with a sentence that fits any check. */
	timedOut?(context: DoctorContext): Trouble;
	/** Runs the check. Anything that it throws counts as a failure. */
	run(context: DoctorContext, signal: AbortSignal): Promise<StepOutcome>;
}

/** A check that began, and its outcome once it has ended. */
export interface StepRun {
	readonly id: StepId;
	readonly title: string;
	readonly outcome: StepOutcome;
	/** The duration in milliseconds. */
	readonly took: number;
}

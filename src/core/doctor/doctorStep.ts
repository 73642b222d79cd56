import type { DoctorContext } from "./doctorContext";

/** The checks, in the order in which they are made. */
export type StepId =
	| "address"
	| "proxy"
	| "connect"
	| "tls"
	| "spelling"
	| "key"
	| "models"
	| "chat"
	| "streaming"
	| "embedding"
	| "clock";

/** What is wrong and what helps, a sentence or two each, for whoever has the trouble. */
export interface Trouble {
	readonly cause: string;
	readonly fix: string;
}

/** What a check came to. `details` are further facts, a line each. */
export type StepOutcome =
	| { readonly type: "ok"; readonly found: string; readonly details?: readonly string[] }
	| ({ readonly type: "warning"; readonly details?: readonly string[] } & Trouble)
	| ({ readonly type: "failed"; readonly details?: readonly string[] } & Trouble)
	/** `blockedBy` is the check without which this one makes no sense, when it failed. */
	| { readonly type: "skipped"; readonly reason: string; readonly blockedBy?: StepId };

/** One check of a connection. */
export interface DoctorStep {
	readonly id: StepId;
	/** A word or two, translated. */
	title(): string;
	/** The checks that must not have failed before this one. */
	readonly needs?: readonly StepId[];
	/** After so many seconds it has failed; 20 unless told. */
	readonly limitSeconds?: number;
	/** What it means that the time was up; a sentence that fits any check unless told. */
	timedOut?(context: DoctorContext): Trouble;
	/** Anything that it throws counts as failed. */
	run(context: DoctorContext, signal: AbortSignal): Promise<StepOutcome>;
}

/** A check that began, and how it ended once it has. */
export interface StepRun {
	readonly id: StepId;
	readonly title: string;
	readonly outcome: StepOutcome;
	/** In milliseconds. */
	readonly took: number;
}

import type { BuildOutcome, BuildPlan, BuildProgress, Consent } from "./searchIndex";

/** How the building of the index stands in this window. */
export type BuildState =
	| { readonly type: "idle" }
	/** `asked`: the user waits for it. What follows changes by itself, and takes one request, is not told. */
	| { readonly type: "running"; readonly progress: BuildProgress; readonly asked: boolean }
	/** The user is asked for their consent. */
	| { readonly type: "asking" }
	/** By the user, perhaps in another window, until they have it go on. */
	| { readonly type: "paused" }
	/** Another window does it. */
	| { readonly type: "elsewhere" }
	| { readonly type: "failed"; readonly error: unknown };

/** What came of a build that the user asked for. */
export interface BuildResult {
	readonly plan: BuildPlan;
	/** Absent when nothing was missing, or the user did not agree. */
	readonly outcome?: BuildOutcome;
	readonly declined: boolean;
}

/** What the user is asked for their consent for: all, a folder that was added, or far more than they have agreed to. */
export type WhyAsked = Exclude<Consent, "given"> | "moreThanAgreed";

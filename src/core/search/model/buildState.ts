import type { BuildOutcome, BuildPlan, BuildProgress, Consent } from "./semanticIndex";

/** The state of the index build in this window. */
export type BuildState =
	| { readonly type: "idle" }
	/** `asked`: whether the user waits for it. Small automatic updates that take one request are not reported. */
	| { readonly type: "running"; readonly progress: BuildProgress; readonly asked: boolean }
	/** The user is asked for consent. */
	| { readonly type: "asking" }
	/** Paused by the user, perhaps in another window, until they resume it. */
	| { readonly type: "paused" }
	/** Another window builds the index. */
	| { readonly type: "elsewhere" }
	| { readonly type: "failed"; readonly error: unknown };

/** The result of a build that the user asked for. */
export interface BuildResult {
	readonly plan: BuildPlan;
	/** Absent when nothing was missing, or the user declined. */
	readonly outcome?: BuildOutcome;
	readonly declined: boolean;
}

/** The subject of the user's consent: everything, an added folder, or far more than they have agreed to. */
export type ConsentReason = Exclude<Consent, "given"> | "moreThanAgreed";

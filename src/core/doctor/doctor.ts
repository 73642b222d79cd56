import * as l10n from "@vscode/l10n";
import { messageOf } from "../base/errors";
import { addressStep } from "./addressStep";
import { chatStep } from "./chatStep";
import { clockStep } from "./clockStep";
import { connectStep } from "./connectStep";
import { DoctorContext } from "./doctorContext";
import type { DoctorDeps } from "./doctorDeps";
import type { DoctorStep, StepId, StepOutcome, StepRun } from "./doctorStep";
import { embeddingStep } from "./embeddingStep";
import { keyStep } from "./keyStep";
import { modelsStep } from "./modelsStep";
import { proxyStep } from "./proxyStep";
import { spellingStep } from "./spellingStep";
import { streamingStep } from "./streamingStep";
import { tlsStep } from "./tlsStep";

/** Every check, in the order in which they are made. */
export const doctorSteps: readonly DoctorStep[] = [
	addressStep,
	proxyStep,
	connectStep,
	tlsStep,
	spellingStep,
	keyStep,
	modelsStep,
	chatStep,
	streamingStep,
	embeddingStep,
	clockStep,
];

/** Told of a run as it goes on. */
export interface DoctorListener {
	began(step: DoctorStep): void;
	ended(run: StepRun): void;
}

/** What a run came to. Nothing in it is secret. */
export interface Diagnosis {
	/** The gateway's address, or what was given for one. */
	readonly address: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly runs: readonly StepRun[];
	/** How many requests were made to the gateway. */
	readonly requests: number;
	/** Whether the user stopped it before its end. */
	readonly cancelled: boolean;
}

const defaultLimitSeconds = 20;

/**
 * Checks a connection from its address to an embedding, one step after the other. Never rejects: what goes wrong is the
 * finding. After an abort the steps that are left say that they were not run.
 */
export async function diagnose(
	deps: DoctorDeps,
	listener: DoctorListener,
	signal: AbortSignal,
	steps: readonly DoctorStep[] = doctorSteps,
): Promise<Diagnosis> {
	const context = new DoctorContext(deps);
	const { clock } = context;
	const at = clock.now();
	const runs: StepRun[] = [];
	await learnKey(deps);
	const hide = deps.wire.keys.redact;
	for (const step of steps) {
		const begun = clock.now();
		let outcome = notRun(step, runs, signal);
		if (!outcome) {
			listener.began(step);
			outcome = await runStep(step, context, signal);
		}
		const run = { id: step.id, title: step.title(), outcome: hidden(outcome, hide), took: clock.now() - begun };
		runs.push(run);
		listener.ended(run);
	}
	const address = hide(runs[0]?.outcome.type === "ok" ? context.base.href : deps.address);
	return { address, at, runs, requests: context.requests, cancelled: signal.aborted };
}

/** Lets the key be hidden in what the steps say. One that cannot be read is the finding of the step that reads it. */
async function learnKey({ readKey, wire }: DoctorDeps): Promise<void> {
	const key = await readKey().catch(() => undefined);
	if (key) wire.keys.add(key);
}

/** Why a step makes no sense, if it makes none. */
function notRun(step: DoctorStep, runs: readonly StepRun[], signal: AbortSignal): StepOutcome | undefined {
	if (signal.aborted) return cancelled();
	for (const need of step.needs ?? []) {
		const root = failedAt(need, runs);
		if (root)
			return { type: "skipped", reason: l10n.t("Not run, because “{0}” failed.", root.title), blockedBy: root.id };
	}
	return undefined;
}

/** The failed step that stands in the way: the needed one itself, or that which kept it from being run. */
function failedAt(id: StepId, runs: readonly StepRun[]): StepRun | undefined {
	const run = runs.find((candidate) => candidate.id === id);
	if (run?.outcome.type === "failed") return run;
	return run?.outcome.type === "skipped" && run.outcome.blockedBy ? failedAt(run.outcome.blockedBy, runs) : undefined;
}

/** Runs a step within its time; it is left behind when it does not end with its signal. */
async function runStep(step: DoctorStep, context: DoctorContext, signal: AbortSignal): Promise<StepOutcome> {
	const seconds = step.limitSeconds ?? defaultLimitSeconds;
	const abort = new AbortController();
	let timedOut = false;
	const timer = context.clock.after(seconds * 1000, () => {
		timedOut = true;
		abort.abort();
	});
	const stop = () => abort.abort();
	signal.addEventListener("abort", stop);
	const aborted = new Promise<never>((_, reject) => {
		abort.signal.addEventListener("abort", () => reject(abort.signal.reason));
	});
	try {
		return await Promise.race([step.run(context, abort.signal), aborted]);
	} catch (error) {
		if (signal.aborted) return cancelled();
		if (timedOut) return { type: "failed", ...(step.timedOut?.(context) ?? noAnswer(seconds)) };
		return {
			type: "failed",
			cause: messageOf(error),
			fix: l10n.t("Give this report to your gateway's administrator."),
		};
	} finally {
		timer.dispose();
		signal.removeEventListener("abort", stop);
	}
}

function cancelled(): StepOutcome {
	return { type: "skipped", reason: l10n.t("Not run, because the check was cancelled.") };
}

function noAnswer(seconds: number) {
	return {
		cause: l10n.t("There was no answer within {0} seconds.", seconds),
		fix: l10n.t("Check again in a few minutes. If it stays so, give this report to your gateway's administrator."),
	};
}

function hidden(outcome: StepOutcome, hide: (text: string) => string): StepOutcome {
	if (outcome.type === "skipped") return { ...outcome, reason: hide(outcome.reason) };
	const details = outcome.details ? { details: outcome.details.map(hide) } : {};
	if (outcome.type === "ok") return { ...outcome, found: hide(outcome.found), ...details };
	return { ...outcome, cause: hide(outcome.cause), fix: hide(outcome.fix), ...details };
}

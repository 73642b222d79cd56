import * as l10n from "@vscode/l10n";
import type { Disposable } from "../../shared/disposable";
import { messageOf } from "../base/errors";
import { DoctorContext } from "./doctorContext";
import type { DoctorDeps } from "./doctorDeps";
import type { DoctorStep, StepId, StepOutcome, StepRun } from "./doctorStep";
import { addressStep } from "./steps/addressStep";
import { baseUrlStep } from "./steps/baseUrlStep";
import { chatStep } from "./steps/chatStep";
import { clockStep } from "./steps/clockStep";
import { completionsStep } from "./steps/completionsStep";
import { connectStep } from "./steps/connectStep";
import { embeddingStep } from "./steps/embeddingStep";
import { keyStep } from "./steps/keyStep";
import { modelsStep } from "./steps/modelsStep";
import { proxyStep } from "./steps/proxyStep";
import { streamingStep } from "./steps/streamingStep";
import { tlsStep } from "./steps/tlsStep";
import { toolsStep } from "./steps/toolsStep";

/** All steps, in the order in which they run. */
export const doctorSteps: readonly DoctorStep[] = [
	addressStep,
	proxyStep,
	connectStep,
	tlsStep,
	baseUrlStep,
	keyStep,
	modelsStep,
	chatStep,
	streamingStep,
	toolsStep,
	completionsStep,
	embeddingStep,
	clockStep,
];

/** Is notified of a run's progress. */
export interface DoctorListener {
	began(step: DoctorStep): void;
	ended(run: StepRun): void;
}

/** The result of a run. It contains nothing secret. */
export interface Diagnosis {
	/** The gateway's address, or the text that was given as one. */
	readonly address: string;
	/** In milliseconds since the epoch. */
	readonly at: number;
	readonly runs: readonly StepRun[];
	/** The number of requests that were made to the gateway. */
	readonly requests: number;
	/** Whether the user cancelled the run. */
	readonly cancelled: boolean;
}

const defaultLimitSeconds = 20;

/**
 * Checks a connection step by step, beginning with its address. Never rejects: failures are part of the result.
 * After an abort, the remaining steps are reported as not run.
 */
export async function diagnose(
	deps: DoctorDeps,
	listener: DoctorListener,
	signal: AbortSignal,
	steps: readonly DoctorStep[] = doctorSteps,
): Promise<Diagnosis> {
	const context = new DoctorContext(deps, signal);
	const { clock } = context;
	const at = clock.now();
	const runs: StepRun[] = [];
	await learnKey(deps, signal);
	const hide = deps.gatewayServices.keys.redact;
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

/**
 * Registers the key so that it is hidden in the results. A key that cannot be read is reported by the step that reads
 * it. An abort also ends the wait for a keyring that does not answer.
 */
async function learnKey({ readKey, gatewayServices }: DoctorDeps, signal: AbortSignal): Promise<void> {
	let leave = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		leave = () => resolve(undefined);
		if (signal.aborted) leave();
		signal.addEventListener("abort", leave);
	});
	const key = await Promise.race([readKey().catch(() => undefined), aborted]);
	signal.removeEventListener("abort", leave);
	if (key) gatewayServices.keys.add(key);
}

/** Returns the outcome of a step that cannot run; `undefined` if it can. */
function notRun(step: DoctorStep, runs: readonly StepRun[], signal: AbortSignal): StepOutcome | undefined {
	if (signal.aborted) return cancelled();
	for (const need of step.needs ?? []) {
		const root = failedAt(need, runs);
		if (root)
			return { type: "skipped", reason: l10n.t("Not run, because “{0}” failed.", root.title), blockedBy: root.id };
	}
	return undefined;
}

/**
 * Returns the step whose failure blocks the steps that need a certain step: this step itself, or the one that prevented
 * it from running; `undefined` if there is none.
 */
function failedAt(id: StepId, runs: readonly StepRun[]): StepRun | undefined {
	const run = runs.find((candidate) => candidate.id === id);
	if (run?.outcome.type === "failed") return run;
	return run?.outcome.type === "skipped" && run.outcome.blockedBy ? failedAt(run.outcome.blockedBy, runs) : undefined;
}

/**
 * Runs a step within its time limit, which does not include the delays that the gateway asks for. A step that does not
 * react to its signal is abandoned.
 */
async function runStep(step: DoctorStep, context: DoctorContext, signal: AbortSignal): Promise<StepOutcome> {
	const seconds = step.limitSeconds ?? defaultLimitSeconds;
	const abort = new AbortController();
	let timedOut = false;
	let { paused } = context;
	const endAfter = (milliseconds: number): Disposable =>
		context.clock.after(milliseconds, () => {
			const more = context.paused - paused;
			paused = context.paused;
			if (more > 0) {
				timer = endAfter(more);
				return;
			}
			timedOut = true;
			abort.abort();
		});
	let timer = endAfter(seconds * 1000);
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
		fix: l10n.t(
			"Check again in a few minutes. If that does not help, give this report to your gateway's administrator.",
		),
	};
}

function hidden(outcome: StepOutcome, hide: (text: string) => string): StepOutcome {
	if (outcome.type === "skipped") return { ...outcome, reason: hide(outcome.reason) };
	const details = outcome.details ? { details: outcome.details.map(hide) } : {};
	if (outcome.type === "ok") return { ...outcome, found: hide(outcome.found), ...details };
	return { ...outcome, cause: hide(outcome.cause), fix: hide(outcome.fix), ...details };
}

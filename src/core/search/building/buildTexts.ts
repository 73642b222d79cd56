import * as l10n from "@vscode/l10n";
import { duration } from "../../../shared/text/duration";
import { numberText } from "../../../shared/text/numberText";
import type { LimitReport } from "../../gateway/limits/limitHeaders";
import type { Wait } from "../../gateway/retry";
import type { BuildResult } from "../model/buildState";
import type { BuildPlan, BuildProgress } from "../model/semanticIndex";

/** Milliseconds of a period that is renewed while a build runs. */
const shortPeriod = 60_000;

/** Describes briefly how much the user agrees to send: unlike `destinationText`, this text may be cut off. */
export function planText({ filesToSend, missing, tokens, gatewayName }: BuildPlan, language: string): string {
	if (missing === 0) return l10n.t("There is nothing to send now. Later changes are sent to {0}.", gatewayName);
	const format = (value: number) => numberText(value, language);
	// Rounded to two digits, because it is an estimate.
	const about = format(Number(tokens.toPrecision(2)));
	return l10n.t("Files: {0} · Chunks: {1} · Tokens: about {2}", format(filesToSend), format(missing), about);
}

/** Describes to which gateway the user agrees to send; empty where `planText` names it. */
export function destinationText({ missing, gatewayName }: BuildPlan): string {
	return missing === 0 ? "" : l10n.t("Sent to: {0}", gatewayName);
}

/**
 * Describes how much of the gateway's reported limits a build takes: it uses half of each, and the other half remains
 * for questions. Empty where the gateway reports none.
 *
 * @param requests about how many requests the build takes.
 * @param now the current time, in milliseconds since the epoch.
 */
export function planLimitText(requests: number, limits: readonly LimitReport[], language: string, now: number): string {
	let time = 0;
	let [fewest, fewestSoon] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (const { unit, limit, left, period, resetsAt } of limits) {
		if (unit !== "requests" || left === undefined) continue;
		// A period that is not reported lasts at least until it is renewed. Without either, the time is not known.
		const length = period ?? (resetsAt === undefined ? 0 : Math.max(0, resetsAt - now));
		// If half of what is left is enough, the build ends within the period.
		const isEnough = requests <= left / 2 || !limit || length === 0;
		if (!isEnough) time = Math.max(time, (requests / (limit / 2)) * length);
		// A limit that is renewed each minute says little about what a build leaves.
		if (period !== undefined && period <= shortPeriod) fewestSoon = Math.min(fewestSoon, left);
		else fewest = Math.min(fewest, left);
	}
	const left = Number.isFinite(fewest) ? fewest : fewestSoon;
	if (!Number.isFinite(left) || requests === 0) return "";
	const format = (value: number) => numberText(value, language);
	const counts = l10n.t("Requests: about {0}; left now: {1}", format(requests), format(left));
	return time === 0 ? counts : l10n.t("{0}; about {1} if half of the limit is used", counts, duration(time));
}

/** Describes the progress of a build in one line. */
export function progressText(progress: BuildProgress, language: string): string {
	const { phase, done, total, files, rate, left, wait } = progress;
	const format = (value: number) => numberText(value, language);
	if (phase === "reading") {
		return total === 0 ? l10n.t("Reading the files…") : l10n.t("Files read: {0} of {1}", format(done), format(total));
	}
	const parts = [l10n.t("Chunks embedded: {0} of {1}", format(done), format(total))];
	const speed = !wait && rate !== undefined && left !== undefined ? { rate, left } : undefined;
	if (speed) parts.push(l10n.t("{0} per second", format(Number(speed.rate.toPrecision(2)))));
	if (files && !wait) parts.push(l10n.t("files done: {0} of {1}", format(files.done), format(files.total)));
	if (wait) {
		parts.push(l10n.t("waiting until {0}: {1}", timeText(wait, language), wait.cause.message));
	}
	if (speed) parts.push(l10n.t("{0} left", duration(speed.left)));
	return parts.join(" · ");
}

/** Describes the progress of a build that a click pauses. */
export function pausableText(progress: BuildProgress, language: string): string {
	const text = progressText(progress, language);
	// Some progress texts end with a sentence, such as one from the gateway.
	return `${/[.…!?]$/.test(text) ? text : `${text}.`} ${l10n.t("Click to pause.")}`;
}

/** Describes the progress in a short form. Reading files counts as 0 %: the long part comes afterwards. */
export function shortProgressText(progress: BuildProgress): string {
	return progress.phase === "reading" ? l10n.t("Index: Reading Files") : l10n.t("Index {0}%", percentDone(progress));
}

/** Describes the progress for the title of a list that itself shows why the gateway makes the build wait. */
export function progressTitle(progress: BuildProgress, language: string): string {
	const { wait } = progress;
	if (!wait) return progressText(progress, language);
	return `${shortProgressText(progress)} · ${l10n.t("waiting until {0}", timeText(wait, language))}`;
}

function timeText({ until }: Wait, language: string): string {
	return new Intl.DateTimeFormat(language || "en", { timeStyle: "medium" }).format(until);
}

/** Returns the completed share in percent. */
export function percentDone({ done, total }: BuildProgress): number {
	return total === 0 ? 0 : Math.floor((done / total) * 100);
}

/** Describes the result of a build. */
export function outcomeText({ plan, outcome }: BuildResult, language: string): string {
	const format = (value: number) => numberText(value, language);
	const files = format(plan.files);
	if (plan.files === 0)
		return l10n.t("There is nothing to index: all files of this workspace are ignored, excluded or not text.");
	if (!outcome) return l10n.t("The index is up to date. Files: {0}", files);
	if (outcome.refused.length === 0)
		return l10n.t("The index is built. Files that can be searched by meaning: {0}", files);
	return l10n.t(
		"The index is built, but the gateway refused parts of some files ({0}): {1}",
		format(outcome.refused.length),
		outcome.refusal ?? "",
	);
}

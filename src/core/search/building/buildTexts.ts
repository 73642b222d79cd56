import * as l10n from "@vscode/l10n";
import { duration } from "../../../shared/duration";
import type { Wait } from "../../wire/retry";
import type { BuildResult } from "../model/buildState";
import type { BuildPlan, BuildProgress } from "../model/searchIndex";

/** What the user agrees to: what is sent, how much of it, and to whom. */
export function planText({ filesToSend, missing, tokens, gatewayName }: BuildPlan, language: string): string {
	if (missing === 0) return l10n.t("There is nothing to send now; later, what changes goes to {0}.", gatewayName);
	const number = new Intl.NumberFormat(language || "en");
	// Two digits: it is an estimate.
	const about = number.format(Number(tokens.toPrecision(2)));
	return l10n.t(
		"Files: {0} · Chunks: {1} · Tokens: about {2} · Sent to: {3}",
		number.format(filesToSend),
		number.format(missing),
		about,
		gatewayName,
	);
}

/** How far a build is, in one line. */
export function progressText(progress: BuildProgress, language: string): string {
	const { phase, done, total, files, rate, left, wait } = progress;
	const { format } = new Intl.NumberFormat(language || "en");
	if (phase === "reading") {
		return total === 0 ? l10n.t("Reading the files…") : l10n.t("Files read: {0} of {1}", format(done), format(total));
	}
	const parts = [l10n.t("Chunks embedded: {0} of {1}", format(done), format(total))];
	const speed = !wait && rate !== undefined && left !== undefined ? { rate, left } : undefined;
	if (speed) parts.push(l10n.t("{0} a second", format(Number(speed.rate.toPrecision(2)))));
	if (files && !wait) parts.push(l10n.t("files done: {0} of {1}", format(files.done), format(files.total)));
	if (wait) {
		parts.push(l10n.t("waiting until {0}: {1}", timeText(wait, language), wait.cause.message));
	}
	if (speed) parts.push(l10n.t("{0} left", duration(speed.left)));
	return parts.join(" · ");
}

/** The same where there is little room. Files that are read count for nothing: what takes long comes after them. */
export function shortProgressText(progress: BuildProgress): string {
	return progress.phase === "reading" ? l10n.t("Index: Reading Files") : l10n.t("Index {0}%", percentDone(progress));
}

/** The same for the title of a list that says itself why the gateway has one wait. */
export function progressTitle(progress: BuildProgress, language: string): string {
	const { wait } = progress;
	if (!wait) return progressText(progress, language);
	return `${shortProgressText(progress)} · ${l10n.t("waiting until {0}", timeText(wait, language))}`;
}

function timeText({ until }: Wait, language: string): string {
	return new Intl.DateTimeFormat(language || "en", { timeStyle: "medium" }).format(until);
}

/** How much of it is done, from 0 to 100. */
export function percentDone({ done, total }: BuildProgress): number {
	return total === 0 ? 0 : Math.floor((done / total) * 100);
}

/** What came of a build. */
export function outcomeText({ plan, outcome }: BuildResult, language: string): string {
	const number = new Intl.NumberFormat(language || "en");
	const files = number.format(plan.files);
	if (plan.files === 0)
		return l10n.t("There is nothing to index: all files of this workspace are ignored, excluded or not text.");
	if (!outcome) return l10n.t("The index is up to date. Files: {0}", files);
	if (outcome.refused.length === 0)
		return l10n.t("The index is built. Files that can be searched by meaning: {0}", files);
	return l10n.t(
		"The index is built, but the gateway refused parts of some files ({0}): {1}",
		number.format(outcome.refused.length),
		outcome.refusal ?? "",
	);
}

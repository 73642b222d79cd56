import * as vscode from "vscode";
import type { OnWait, Wait } from "../core/wire/retry";
import { duration } from "../shared/duration";
import { type InertText, inertLine } from "../shared/untrusted/inertText";
import { runUnderNotification } from "./adapters/messages";

/** @param percent from 0 to 100, which never goes back; absent while nobody can tell. */
export type ReportProgress = (message: InertText, percent?: number) => void;

/**
 * Runs long work under a notification that can cancel it.
 *
 * @param work gets a signal that is aborted by the notification's Cancel, and may tell of pauses, which are counted down,
 * and how far it is.
 */
export function showProgress<T>(
	title: InertText,
	work: (signal: AbortSignal, onWait: OnWait, report: ReportProgress) => Promise<T>,
): Promise<T> {
	return runUnderNotification(title, async (progress, token) => {
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort());
		let ticking: NodeJS.Timeout | undefined;
		const onWait: OnWait = (wait) => {
			clearInterval(ticking);
			progress.report({ message: inertLine("") });
			if (!wait) return;
			const show = () => progress.report({ message: waitText(wait) });
			ticking = setInterval(show, 1000);
			show();
		};
		let reported = 0;
		const report: ReportProgress = (message, percent) => {
			if (percent === undefined) return progress.report({ message });
			progress.report({ message, increment: Math.max(0, percent - reported) });
			reported = Math.max(reported, percent);
		};
		try {
			return await work(abort.signal, onWait, report);
		} finally {
			clearInterval(ticking);
		}
	});
}

/** Work is short that is done within so many milliseconds. */
const short = 1_000;

/** The same for what is mostly short: only long work is shown. */
export async function showLateProgress<T>(
	title: InertText,
	work: (signal: AbortSignal, onWait: OnWait) => Promise<T>,
): Promise<T> {
	const abort = new AbortController();
	let waiting: Wait | undefined;
	let show: OnWait = () => {};
	const working = work(abort.signal, (wait) => {
		waiting = wait;
		show(wait);
	});
	const begin = () =>
		showProgress(title, async (signal, onWait) => {
			signal.addEventListener("abort", () => abort.abort(), { once: true });
			show = onWait;
			if (waiting) show(waiting);
			await working.catch(() => {});
		});
	const timer = setTimeout(() => void begin(), short);
	return working.finally(() => clearTimeout(timer));
}

function waitText({ cause, until }: Wait): InertText {
	return inertLine(vscode.l10n.t("Trying again in {0}. {1}", duration(until - Date.now()), cause.message));
}

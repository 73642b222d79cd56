import * as vscode from "vscode";
import type { OnWait, Wait } from "../core/gateway/retry";
import type { Disposable } from "../shared/disposable";
import { waitText } from "../shared/text/waitText";
import { type InertText, inertLine } from "../shared/untrusted/inertText";
import { runUnderNotification } from "./adapters/messages";

/** @param percent from 0 to 100, never decreasing; absent while unknown. */
export type ReportProgress = (message: InertText, percent?: number) => void;

/** Number of progress notifications that are shown. */
let shown = 0;

/** Returns whether a progress notification is shown, with its Cancel button. */
export function isProgressShown(): boolean {
	return shown > 0;
}

/**
 * Runs long work with a progress notification that has a Cancel button.
 *
 * @param work gets a signal that the Cancel button aborts, and can report pauses, which are counted down, and its
 * progress.
 */
export function showProgress<T>(
	title: InertText,
	work: (signal: AbortSignal, onWait: OnWait, report: ReportProgress) => Promise<T>,
): Promise<T> {
	return runUnderNotification(title, async (progress, token) => {
		const abort = new AbortController();
		token.onCancellationRequested(() => abort.abort());
		const countdown = countdownOf((message = inertLine("")) => progress.report({ message }));
		let reported = 0;
		const report: ReportProgress = (message, percent) => {
			if (percent === undefined) return progress.report({ message });
			progress.report({ message, increment: Math.max(0, percent - reported) });
			reported = Math.max(reported, percent);
		};
		shown++;
		try {
			return await work(abort.signal, countdown.onWait, report);
		} finally {
			shown--;
			countdown.dispose();
		}
	});
}

/**
 * Counts down the pauses before retries.
 *
 * @param show is called with the remaining time of a pause, or its end, and its reason, as often as that changes;
 * without a text when it is over.
 */
export function countdownOf(show: (text?: InertText) => void): Disposable & { readonly onWait: OnWait } {
	let ticking: NodeJS.Timeout | undefined;
	const onWait: OnWait = (wait) => {
		clearInterval(ticking);
		show();
		if (!wait) return;
		const { until, cause, ahead } = wait;
		const rest = () => waitText({ until, reason: cause.message, ahead }, Date.now(), vscode.env.language);
		let shown = "";
		const showRest = () => {
			const text = rest();
			if (text === shown) return;
			shown = text;
			show(inertLine(text));
		};
		ticking = setInterval(showRest, 1000);
		showRest();
	};
	return { onWait, dispose: () => clearInterval(ticking) };
}

/** Delay before progress is shown, in milliseconds. */
const short = 1_000;

/** Runs work that is usually short; shows a progress notification, as `showProgress` does, only if it takes long. */
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

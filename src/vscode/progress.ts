import * as vscode from "vscode";
import type { OnWait, Wait } from "../core/wire/retry";
import { duration } from "../shared/duration";

/**
 * Runs long work under a notification that can cancel it.
 *
 * @param work gets a signal that is aborted by the notification's Cancel, and may tell of pauses, which are counted down.
 */
export function withProgress<T>(title: string, work: (signal: AbortSignal, onWait: OnWait) => Promise<T>): Promise<T> {
	const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
	return Promise.resolve(
		vscode.window.withProgress(options, async (progress, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort());
			let ticking: NodeJS.Timeout | undefined;
			return work(abort.signal, (wait) => {
				clearInterval(ticking);
				progress.report({ message: "" });
				if (!wait) return;
				const show = () => progress.report({ message: waitText(wait) });
				ticking = setInterval(show, 1000);
				show();
			});
		}),
	);
}

function waitText({ cause, until }: Wait): string {
	return vscode.l10n.t("Trying again in {0}. {1}", duration(until - Date.now()), cause.message);
}

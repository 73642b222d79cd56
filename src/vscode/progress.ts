import * as vscode from "vscode";

/**
 * Runs long work under a notification that can cancel it.
 *
 * @param work gets a signal that is aborted by the notification's Cancel.
 */
export function withProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
	const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
	return Promise.resolve(
		vscode.window.withProgress(options, async (_, token) => {
			const abort = new AbortController();
			token.onCancellationRequested(() => abort.abort());
			return work(abort.signal);
		}),
	);
}

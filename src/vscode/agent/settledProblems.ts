import * as vscode from "vscode";
import { Debounce } from "../../shared/debounce";
import type { Timers } from "../../shared/timers";

/** Time without a change after which problems count as up to date, in milliseconds. */
const quiet = 700;
/** Time limit for problems to be up to date, in milliseconds. */
const patience = 6_000;

/**
 * Waits until VS Code's problems no longer change; at most for a few seconds, since in some languages they never
 * settle.
 *
 * @param file opened first, without an editor: many languages only check open files.
 */
export async function problemsSettled(
	file: vscode.Uri | undefined,
	timers: Timers,
	signal: AbortSignal,
): Promise<void> {
	if (file) {
		// A file that cannot be opened has no problems.
		await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
	}
	await new Promise<void>((resolve) => {
		const end = () => {
			changes.dispose();
			settling.dispose();
			signal.removeEventListener("abort", end);
			resolve();
		};
		const settling = new Debounce(timers, { quiet, latest: patience }, end);
		const changes = vscode.languages.onDidChangeDiagnostics(() => settling.call());
		settling.call();
		signal.addEventListener("abort", end);
		if (signal.aborted) end();
	});
}

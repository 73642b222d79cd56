import * as vscode from "vscode";
import type { Clock } from "../../core/base/ports";

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
	clock: Pick<Clock, "after">,
	signal: AbortSignal,
): Promise<void> {
	if (file) {
		// A file that cannot be opened has no problems.
		await Promise.resolve(vscode.workspace.openTextDocument(file)).catch(() => undefined);
	}
	await new Promise<void>((resolve) => {
		const end = () => {
			changes.dispose();
			pause.dispose();
			limit.dispose();
			signal.removeEventListener("abort", end);
			resolve();
		};
		let pause = clock.after(quiet, end);
		const limit = clock.after(patience, end);
		const changes = vscode.languages.onDidChangeDiagnostics(() => {
			pause.dispose();
			pause = clock.after(quiet, end);
		});
		signal.addEventListener("abort", end);
		if (signal.aborted) end();
	});
}

// Runs in VS Code's extension host in place of tests: gets from the bench at GATEHOUSE_BENCH_URL one value of
// gatehouse.completions after the other, and sets it. The next request confirms that it is in effect.
import * as vscode from "vscode";

/** VS Code calls it. */
export async function run(): Promise<void> {
	for (;;) {
		const answer = await fetch(process.env.GATEHOUSE_BENCH_URL ?? "");
		const value = await answer.json();
		if (value === null) return;
		await vscode.workspace.getConfiguration().update("gatehouse.completions", value, true);
	}
}

import type * as vscode from "vscode";
import type { ExplainTerminalDeps } from "./explainTerminal";

/** What one can have done in a terminal. */
export function registerTerminal(deps: ExplainTerminalDeps): vscode.Disposable {
	// Loaded with its first use.
	return deps.commands.register("explainTerminal", async () =>
		(await import("./explainTerminal")).explainTerminal(deps),
	);
}

import type * as vscode from "vscode";
import type { Commands } from "../commands";
import type { ExplainTerminalDeps } from "./explainTerminal";

/** What one can have done in a terminal. */
export function registerTerminal({
	commands,
	...deps
}: ExplainTerminalDeps & { readonly commands: Commands }): vscode.Disposable {
	// Loaded with its first use.
	return commands.register("explainTerminal", async () => (await import("./explainTerminal")).explainTerminal(deps));
}

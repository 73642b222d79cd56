import type * as vscode from "vscode";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import type { Commands } from "../../commands";
import type { ExplainTerminalDeps } from "./explainTerminal";

interface TerminalDeps {
	readonly commands: Commands;
	readonly gateways: { readonly connections: ConnectionStore };
	readonly chat: Pick<ExplainTerminalDeps, "context">;
}

/** Registers the command that explains the terminal's selection. */
export function registerTerminal({ commands, gateways, chat }: TerminalDeps): vscode.Disposable {
	const { connections } = gateways;
	const { context } = chat;
	// Loaded on first use.
	return commands.register("explainTerminal", async () =>
		(await import("./explainTerminal")).explainTerminal({ commands, connections, context }),
	);
}

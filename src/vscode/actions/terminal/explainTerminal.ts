import * as vscode from "vscode";
import type { Composer } from "../../../core/chat/composer/composer";
import type { ConnectionStore } from "../../../core/connections/connectionStore";
import { makingRoom } from "../../../shared/conversation";
import { type Commands, focusChat } from "../../commands";
import { confirmAttachments } from "../../context/confirmAttachments";
import { readSource } from "../../context/readSource";
import { terminalSelection } from "../../context/terminalSelection";

export interface ExplainTerminalDeps {
	readonly commands: Commands;
	readonly context: Composer;
	readonly connections: ConnectionStore;
}

/**
 * Asks the model to explain the terminal's selection.
 *
 * @throws UserError when nothing is selected, or no gateway is connected.
 */
export async function explainTerminal({ commands, context, connections }: ExplainTerminalDeps): Promise<void> {
	const attachments = [await readSource(await terminalSelection())];
	connections.required();
	if (!(await confirmAttachments(attachments))) return;
	await vscode.commands.executeCommand(focusChat);
	const text = vscode.l10n.t(
		"Explain this output of a terminal: what it says, and where something failed, why and what to do.",
	);
	const question = { text, attachments };
	await commands.attempt((how) => context.ask(question, how), makingRoom);
}

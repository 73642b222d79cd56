import * as vscode from "vscode";
import { registerCommitMessage } from "../vscode/actions/commitMessage/registerCommitMessage";
import { registerEditorActions } from "../vscode/actions/editor/registerEditorActions";
import { registerEdits } from "../vscode/actions/edits/registerEdits";
import { registerTerminal } from "../vscode/actions/terminal/registerTerminal";
import { registerChat } from "../vscode/chat/registerChat";
import { registerContext } from "../vscode/chat/registerContext";
import { registerHistory } from "../vscode/chat/registerHistory";
import type { LazySearch } from "../vscode/search/lazySearch";
import { createChatServices } from "./chatServices";
import type { ConnectionServices } from "./connectionServices";
import type { HostServices } from "./hostServices";
import { registerEach } from "./registerEach";

/** The chat's services and the panel's view, for the features that open the panel or attach something. */
export type ChatFeatures = ReturnType<typeof registerChatFeatures>;

/**
 * Creates this window's chat session, and registers the panel and the other features that ask a model: actions on code,
 * the terminal, edits and commit messages.
 *
 * @throws when the panel cannot be registered.
 */
export function registerChatFeatures(host: HostServices, gateways: ConnectionServices, search: LazySearch) {
	const { commands, log } = host;
	const userPrompts = vscode.Uri.joinPath(host.globalStorageUri, "../../prompts");
	const { chat, conversations, editing, chatTarget } = createChatServices(host, gateways, search);
	const panel = registerChat({ host, gateways, chat, editing, userPrompts });
	// Owned only once the panel is registered: after a failure, the next use creates new ones.
	host.own(editing);
	host.own(panel);
	host.beforeClose(() => chat.session.close());
	registerEach(host, {
		context: () => registerContext({ commands, gateways, chat, log }),
		history: () => registerHistory({ commands, chat, conversations, log }),
		editor: () => registerEditorActions({ commands, gateways, chat, editing }),
		terminal: () => registerTerminal({ commands, gateways, chat }),
		commitMessage: () => registerCommitMessage({ commands, target: chatTarget, log }),
		edits: () => registerEdits({ commands, editing }),
	});
	return { chat, view: panel.view };
}

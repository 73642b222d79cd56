import * as vscode from "vscode";
import { Disposables } from "../core/base/disposables";
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

/** The panel, and everything else that asks a model: about code, in a terminal, for an edit or a commit message. */
export type ChatFeatures = ReturnType<typeof registerChatFeatures>;

export function registerChatFeatures(host: HostServices, gateways: ConnectionServices, search: LazySearch) {
	const { commands, log } = host;
	const userPrompts = vscode.Uri.joinPath(host.globalStorageUri, "../../prompts");
	const { chat, conversations, editing, chatTarget } = createChatServices(host, gateways, search);
	const disposables = new Disposables();
	const { view } = disposables.add(registerChat({ host, gateways, chat, editing, userPrompts }));
	disposables.add(registerContext({ commands, gateways, chat, log }));
	disposables.add(registerHistory({ commands, chat, conversations, log }));
	disposables.add(registerEditorActions({ commands, gateways, chat, editing }));
	disposables.add(registerTerminal({ commands, gateways, chat }));
	disposables.add(registerCommitMessage({ commands, target: chatTarget, log }));
	disposables.add(registerEdits({ commands, editing }));
	host.own(disposables);
	return { chat, view };
}

import * as vscode from "vscode";
import { messageOf } from "../core/base/errors";
import { lazy } from "../core/base/lazy";
import { QuestionQueue } from "../core/chat/composer/questionQueue";
import { ChatSession } from "../core/chat/session/chatSession";
import type { ChatTarget } from "../core/chat/session/chatTarget";
import { ChatTargets } from "../core/chat/session/chatTargets";
import { ConversationStore } from "../core/chat/storage/conversationStore";
import { QueuedQuestionStore } from "../core/chat/storage/queuedQuestionStore";
import { TokenCounters } from "../core/context/tokens/tokenCounter";
import { type LazyEditing, lazyEditing } from "../vscode/actions/edits/lazyEditing";
import { appendLogOnDisk } from "../vscode/adapters/appendLogOnDisk";
import { networkProbe } from "../vscode/adapters/networkProbe";
import { makePrivate } from "../vscode/adapters/privateFiles";
import { AgentPanel } from "../vscode/agent/agentPanel";
import { LazyAgent } from "../vscode/agent/lazyAgent";
import { type ComposerServices, composerServices } from "../vscode/chat/composerServices";
import type { LazySearch } from "../vscode/search/lazySearch";
import { RecentFiles } from "../vscode/workspace/recentFiles";
import { httpSettings } from "../vscode/workspace/vscodeSettings";
import type { ConnectionServices } from "./connectionServices";
import type { HostServices } from "./hostServices";

/** The services for this window's conversation, its next question and edits. Creating them reads no file. */
export interface ChatServices {
	readonly chat: ComposerServices;
	readonly conversations: ConversationStore;
	readonly editing: LazyEditing;
	/**
	 * Determines the gateway and the model that a question goes to.
	 *
	 * @throws UserError without a gateway, a model or a network.
	 */
	readonly chatTarget: (model?: string) => Promise<ChatTarget>;
}

export function createChatServices(host: HostServices, gateways: ConnectionServices, search: LazySearch): ChatServices {
	const { clock, log, commands, settings, globalState, workspaceState, lastEditor } = host;
	const { globalStorageUri, workspaceStorageUri, redacted } = host;
	const { connections, catalog, models, keys } = gateways;
	const protect = (folder: vscode.Uri) => () =>
		makePrivate(folder.fsPath).catch((error: unknown) =>
			log.warn(`Files of an earlier version could not be made private: ${messageOf(error)}`),
		);
	const conversationFiles = appendLogOnDisk(
		vscode.Uri.joinPath(globalStorageUri, "conversations").fsPath,
		protect(globalStorageUri),
	);
	const workspaceFiles = appendLogOnDisk(workspaceStorageUri.fsPath, protect(workspaceStorageUri));
	const conversations = new ConversationStore(conversationFiles, workspaceFiles, clock, log);
	const counters = new TokenCounters(globalState);
	const probe = networkProbe(httpSettings, process.env);
	const targets = new ChatTargets({ connections, catalog, models, settings, counters, probe });
	const chatTarget = targets.settle;
	const lazyAgent = new LazyAgent({
		clock,
		log,
		keys: keys.known,
		workspaceState,
		storage: workspaceStorageUri,
	});
	const session = new ChatSession(conversations, chatTarget, clock, log, lazyAgent);
	const queue = new QuestionQueue(session, new QueuedQuestionStore(workspaceFiles, log), log, clock, redacted);
	const agent = new AgentPanel(lazyAgent, session, clock, log);
	host.own(lazyAgent);
	host.own(agent);
	const recent = new RecentFiles();
	host.own(recent);
	const names = lazy(async () => {
		const { WorkspaceNames } = await import("../vscode/context/workspaceNames");
		const created = new WorkspaceNames(recent, clock);
		host.own(created);
		return created;
	});
	const chat = composerServices({
		session,
		queue,
		settings: targets.next,
		workspaceState,
		search,
		lastEditor,
		names,
		attachesOpenFile: () => settings.attachesOpenFile,
		agent,
	});
	const { window, documents } = chat;
	const model = () => targets.next()?.model;
	const editing = lazyEditing({
		window,
		model,
		lastEditor,
		names,
		chatTarget,
		commands,
		clock,
		log,
		readOnly: documents,
	});
	return { chat, conversations, editing, chatTarget };
}

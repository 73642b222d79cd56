import * as vscode from "vscode";
import { Disposables } from "../../core/base/disposables";
import type { Log } from "../../core/base/ports";
import type { ChatSession } from "../../core/chat/session/chatSession";
import type { DeletedConversation } from "../../core/chat/session/deletedConversation";
import { ConversationHistory, type ConversationSummary } from "../../core/chat/storage/conversationHistory";
import type { ConversationStore } from "../../core/chat/storage/conversationStore";
import { inertLine } from "../../shared/untrusted/inertText";
import { askText } from "../adapters/messages";
import { type Commands, focusChat } from "../commands";

interface HistoryDeps {
	readonly commands: Commands;
	readonly chat: { readonly session: ChatSession; readonly deleted: DeletedConversation };
	readonly conversations: ConversationStore;
	readonly log: Log;
}

/** Registers the commands that find, open, rename, pin, delete, export and import conversations. */
export function registerHistory({ commands, chat, conversations, log }: HistoryDeps): vscode.Disposable {
	const { session, deleted } = chat;
	const history = new ConversationHistory(conversations);
	const onError = (error: unknown) => void commands.show(error);
	const open = async (id: string) => {
		await session.open(id);
		await vscode.commands.executeCommand(focusChat);
	};

	const remove = async (conversation: ConversationSummary) => {
		const { id, title } = conversation;
		const shown = session.conversationId === id;
		if (shown) await session.newConversation();
		await history.delete(id);
		const restore = async () => {
			await history.restore(id);
			if (shown) await open(id);
		};
		// The panel offers to undo it: a notification would cover the panel, and disappear before the user has read it.
		deleted.offer({ title, restore });
	};

	const rename = async ({ id, title }: ConversationSummary) => {
		const name = await askText({
			title: inertLine(vscode.l10n.t("Rename Conversation")),
			prompt: inertLine(vscode.l10n.t("Leave empty to use the first question.")),
			value: title,
		});
		if (name !== undefined && name.trim() !== title) await history.rename(id, name.trim());
	};

	// Code that only these commands need is loaded on first use.
	const files = () => import("./conversationFiles");

	const show = async (query = ""): Promise<void> => {
		const [{ pickFromHistory }] = await Promise.all([import("./historyPick"), session.restore()]);
		const current = session.conversationId;
		const choice = await pickFromHistory({ history, log, current, query, remove, onError });
		if (choice.type === "open") await open(choice.conversation.id);
		if (choice.type !== "rename") return;
		await rename(choice.conversation);
		await show(choice.query);
	};

	const disposables = new Disposables();
	disposables.add(commands.register("showHistory", () => show()));
	disposables.add(commands.register("exportConversation", async () => (await files()).exportConversation(session)));
	disposables.add(
		commands.register("importConversation", async () => {
			const id = await (await files()).importConversation(conversations);
			if (id) await open(id);
		}),
	);
	// Some network folders do not report changes made by another computer.
	disposables.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && void session.refresh()));
	return disposables;
}

import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import { conversationTitle } from "../../core/chat/conversation/conversationTitle";
import { damageMessage } from "../../core/chat/conversation/damageMessage";
import type { ChatSession } from "../../core/chat/session/chatSession";
import { conversationJson, readConversationJson } from "../../core/chat/storage/conversationFile";
import { conversationMarkdown } from "../../core/chat/storage/conversationMarkdown";
import type { ConversationStore } from "../../core/chat/storage/conversationStore";
import { inertLine } from "../../shared/untrusted/inertText";
import { limits } from "../../shared/untrusted/limits";
import { notify } from "../adapters/messages";
import { readBytes } from "../workspace/readText";

/** Saves the active conversation: without loss as JSON if the chosen name ends in `.json`, otherwise as Markdown. */
export async function exportConversation(session: ChatSession): Promise<void> {
	await session.restore();
	await session.refresh();
	const { conversation, messages } = session;
	if (conversation.events.length === 0) {
		throw new UserError(vscode.l10n.t("There is no conversation to export yet: ask a question first."));
	}
	const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
	const target = await vscode.window.showSaveDialog({
		title: vscode.l10n.t("Export Conversation"),
		filters: { Markdown: ["md"], JSON: ["json"] },
		...(folder ? { defaultUri: vscode.Uri.joinPath(folder, `${fileName(conversationTitle(conversation))}.md`) } : {}),
	});
	if (!target) return;
	const asJson = target.path.toLowerCase().endsWith(".json");
	const text = asJson ? conversationJson(conversation) : conversationMarkdown(conversation, messages);
	await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(text));
	void notify("info", inertLine(vscode.l10n.t("The conversation was exported.")));
}

/** Imports an exported conversation as a new one; returns its id, or `undefined` if the user chose no file. */
export async function importConversation(conversations: ConversationStore): Promise<string | undefined> {
	const [source] =
		(await vscode.window.showOpenDialog({
			title: vscode.l10n.t("Import Conversation"),
			openLabel: vscode.l10n.t("Import"),
			filters: { JSON: ["json"] },
		})) ?? [];
	if (!source) return undefined;
	const json = new TextDecoder().decode(await readBytes(source, limits.importBytes));
	const { events, damaged } = readConversationJson(json);
	const id = await conversations.add(events);
	const loss = damageMessage(damaged);
	if (loss) void notify("warning", inertLine(loss));
	// The copy of a conversation that is open looks the same.
	else void notify("info", inertLine(vscode.l10n.t("The conversation was imported as a new one.")));
	return id;
}

/** Turns a title into a file name that every file system accepts. */
function fileName(title: string): string {
	const name = title
		.slice(0, limits.nameLength)
		.replace(/[^\p{L}\p{N}]+/gu, "-")
		.replace(/^-|-$/g, "");
	return name.slice(0, 60) || "conversation";
}

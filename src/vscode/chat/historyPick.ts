import * as vscode from "vscode";
import type { Log } from "../../core/base/ports";
import { searchWords } from "../../core/chat/conversation/textSearch";
import {
	type ConversationHistory,
	type ConversationSummary,
	compareSummaries,
	matchesSearch,
} from "../../core/chat/storage/conversationHistory";
import { loggedError } from "../../core/gateway/errors/loggedError";
import { inertLine } from "../../shared/untrusted/inertText";
import { createPick } from "../adapters/messages";
import { type HistoryItem, HistoryItems } from "./historyItems";

/** The user's choice in the history. */
export type HistoryChoice =
	| { readonly type: "open" | "rename"; readonly conversation: ConversationSummary; readonly query: string }
	| { readonly type: "left" };

interface HistoryPickDeps {
	readonly history: ConversationHistory;
	readonly log: Log;
	/** The conversation that is shown. */
	readonly current: string;
	/** The initial search text. */
	readonly query: string;
	/** Deletes a conversation, with an offer to undo it. */
	remove(conversation: ConversationSummary): Promise<void>;
	onError(error: unknown): void;
}

/** Interval between updates of the list while conversations are read, in milliseconds. */
const drawEvery = 100;

/** Lets the user find a conversation by any word in it. Pins and deletes directly; returns every other choice. */
export function pickFromHistory(deps: HistoryPickDeps): Promise<HistoryChoice> {
	const { history, log } = deps;
	const pick = createPick<HistoryItem>();
	const abort = new AbortController();
	const items = new HistoryItems(deps.current);
	let summaries: ConversationSummary[] = [];
	let drawing: NodeJS.Timeout | undefined;
	pick.title = inertLine(vscode.l10n.t("Conversations"));
	pick.placeholder = inertLine(vscode.l10n.t("Search titles, questions and answers"));
	pick.keepScrollPosition = true;
	pick.value = deps.query;

	const draw = () => {
		clearTimeout(drawing);
		drawing = undefined;
		const active = pick.activeItems[0]?.summary?.id;
		const words = searchWords(pick.value);
		const found = summaries.filter((summary) => matchesSearch(summary, words)).sort(compareSummaries);
		pick.items = items.of(found, words, !pick.busy);
		const again = pick.items.filter(({ summary }) => summary !== undefined && summary.id === active);
		if (again.length > 0) pick.activeItems = again;
	};
	const read = async () => {
		pick.busy = true;
		let lost = 0;
		const found = (summary: ConversationSummary) => {
			summaries.push(summary);
			drawing ??= setTimeout(draw, drawEvery);
		};
		const unreadable = (id: string, error: unknown) => {
			lost++;
			log.warn(`Conversation ${id} cannot be read: ${loggedError(error)}`);
		};
		await history.read(found, unreadable, abort.signal);
		if (abort.signal.aborted) return;
		pick.busy = false;
		draw();
		if (lost > 0) pick.title = inertLine(vscode.l10n.t("Conversations ({0} cannot be read: see the log)", lost));
	};
	const change = async (changed: ConversationSummary, made: Promise<void>, after: ConversationSummary[]) => {
		await made;
		summaries = [...summaries.filter(({ id }) => id !== changed.id), ...after];
		draw();
	};
	const pin = (summary: ConversationSummary) => {
		const pinned = !summary.pinned;
		return change(summary, history.pin(summary.id, pinned), [{ ...summary, pinned }]);
	};

	return new Promise((resolve) => {
		const leave = (choice: HistoryChoice) => {
			resolve(choice);
			pick.hide();
		};
		pick.onDidChangeValue(draw);
		pick.onDidTriggerItemButton(({ item: { summary }, button }) => {
			if (!summary) return;
			if (items.isRename(button)) leave({ type: "rename", conversation: summary, query: pick.value });
			else if (items.isDelete(button)) change(summary, deps.remove(summary), []).catch(deps.onError);
			else pin(summary).catch(deps.onError);
		});
		pick.onDidAccept(() => {
			const conversation = pick.selectedItems[0]?.summary;
			if (conversation) leave({ type: "open", conversation, query: pick.value });
		});
		pick.onDidHide(() => {
			resolve({ type: "left" });
			abort.abort();
			clearTimeout(drawing);
			pick.dispose();
		});
		pick.show();
		read().catch(deps.onError);
	});
}

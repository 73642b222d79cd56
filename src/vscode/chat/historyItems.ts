import * as vscode from "vscode";
import { excerpt } from "../../core/chat/conversation/textSearch";
import type { ConversationSummary } from "../../core/chat/storage/conversationHistory";
import { relativeTime } from "../../shared/text/relativeTime";
import { inertLine, inertName } from "../../shared/untrusted/inertText";
import type { PickRow } from "../adapters/messages";

/** A row of the history: a conversation, a separator, or the statement that nothing was found. */
export interface HistoryItem extends PickRow {
	readonly summary?: ConversationSummary;
}

/** Maximum number of rows: more than users look through, and more than VS Code updates quickly on every keystroke. */
const mostRows = 300;

/** Builds the rows of the history. */
export class HistoryItems {
	readonly #rename = { iconPath: new vscode.ThemeIcon("edit"), tooltip: inertName(vscode.l10n.t("Rename…")) };
	readonly #pin = { iconPath: new vscode.ThemeIcon("pin"), tooltip: inertName(vscode.l10n.t("Pin")) };
	readonly #unpin = { iconPath: new vscode.ThemeIcon("pinned"), tooltip: inertName(vscode.l10n.t("Unpin")) };
	readonly #delete = { iconPath: new vscode.ThemeIcon("trash"), tooltip: inertName(vscode.l10n.t("Delete")) };

	/** @param current the conversation that is shown. */
	constructor(private readonly current: string) {}

	isRename(button: vscode.QuickInputButton): boolean {
		return button === this.#rename;
	}

	isDelete(button: vscode.QuickInputButton): boolean {
		return button === this.#delete;
	}

	/**
	 * Returns the rows for conversations in the given order, each group under its name.
	 *
	 * @param isRead whether these are all that match: only then can nothing have been found.
	 */
	of(summaries: readonly ConversationSummary[], words: readonly string[], isRead: boolean): HistoryItem[] {
		if (summaries.length === 0 && words.length > 0 && isRead) return [nothingFound()];
		let group = "";
		const items = summaries.slice(0, mostRows).flatMap((summary) => {
			const name = groupOf(summary);
			const item = this.#item(summary, words);
			if (name === group) return [item];
			group = name;
			return [separator(name), item];
		});
		const more = summaries.length - mostRows;
		return more > 0 ? [...items, separator(vscode.l10n.t("{0} more: type a word to find them", more))] : items;
	}

	#item(summary: ConversationSummary, words: readonly string[]): HistoryItem {
		const { id, title, latestAt, pinned, text, cut, searched } = summary;
		const facts = [
			relativeTime(latestAt, Date.now(), vscode.env.language),
			...(id === this.current ? [vscode.l10n.t("currently open")] : []),
		];
		// On the second line, because a long title leaves no room on the first.
		const note = cut ? vscode.l10n.t("too long to be searched completely") : "";
		const detail = [note, excerpt(text, searched.text, words)].filter(Boolean).join(" · ");
		return {
			label: inertName(title),
			description: inertLine(facts.join(" · ")),
			...(detail ? { detail: inertLine(detail) } : {}),
			// Gatehouse filters the rows itself: VS Code would search only the titles.
			alwaysShow: true,
			buttons: [this.#rename, pinned ? this.#unpin : this.#pin, this.#delete],
			summary,
		};
	}
}

const nothingFound = (): HistoryItem => ({
	label: inertName(vscode.l10n.t("Nothing found. Try other words.")),
	alwaysShow: true,
});

const separator = (label: string): HistoryItem => ({
	label: inertName(label),
	kind: vscode.QuickPickItemKind.Separator,
});

function groupOf({ pinned, here }: ConversationSummary): string {
	if (pinned) return vscode.l10n.t("pinned");
	return here ? vscode.l10n.t("this workspace") : vscode.l10n.t("other workspaces");
}

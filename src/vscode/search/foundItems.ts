import * as vscode from "vscode";
import { firstSentence } from "../../core/base/firstSentence";
import { snippetOf } from "../../core/search/foundText";
import type { FoundChunk, IndexFacts } from "../../core/search/indexStore";
import type { SearchResult } from "../../core/search/searchIndex";
import { searchRemedies } from "../../core/search/searchRemedies";
import type { TypedState } from "../../core/search/typedSearch";
import { failureOf } from "../../core/wire/failure";
import { actionLabel } from "../../shared/actionLabel";
import type { CommandAction } from "../../shared/conversation";
import { withoutIcons } from "../withoutIcons";
import { indexedUri } from "./workspacePaths";

/** A row of the search: a place, or what to do where there is none. */
export interface FoundItem extends vscode.QuickPickItem {
	readonly place?: FoundPlace;
	readonly step?: "build" | "again";
	/** What to search for again. */
	readonly recent?: string;
	/** What helps against the failure. */
	readonly action?: CommandAction;
}

/** A chunk and where to open it. */
export interface FoundPlace {
	readonly chunk: FoundChunk;
	readonly uri: vscode.Uri;
}

type KeywordsAlone = NonNullable<SearchResult["keywordsAlone"]>;

/** The buttons on each place. */
export const sideButton = {
	iconPath: new vscode.ThemeIcon("split-horizontal"),
	tooltip: vscode.l10n.t("Open to the Side"),
};
export const chatButton = {
	iconPath: new vscode.ThemeIcon("comment-discussion"),
	tooltip: vscode.l10n.t("Add to Chat"),
};
const addedButton = { iconPath: new vscode.ThemeIcon("check"), tooltip: vscode.l10n.t("Added to the chat") };

/** The row that leads to an index, where there is none or not all of it. */
export function buildItem(facts: IndexFacts | undefined, isPaused = false): FoundItem {
	const count = new Intl.NumberFormat(vscode.env.language);
	const detail = facts
		? vscode.l10n.t(
				"It is not complete. Chunks embedded: {0} of {1}",
				count.format(facts.contents - facts.missing),
				count.format(facts.contents),
			)
		: vscode.l10n.t("There is no index of this workspace yet. You see what it costs before anything is sent.");
	const label = isPaused ? vscode.l10n.t("Resume") : vscode.l10n.t("Build the Index…");
	return { ...row(isPaused ? "debug-continue" : "database", label, detail), step: "build" };
}

/**
 * The rows for what a search has come to.
 *
 * @param added the chunks that were added to the chat.
 * @param recent what was searched for before.
 */
export function foundItems(
	state: TypedState,
	added: ReadonlySet<FoundChunk>,
	recent: readonly string[],
): readonly FoundItem[] {
	if (state.type === "empty") return recentItems(recent);
	if (state.type === "failed") {
		// A row is cut off where it is too long: what to do next stands in a line of its own.
		const { first, rest } = firstSentence(failureOf(state.error).message);
		return [{ ...row("error", first, rest), step: "again" }, ...remedies(state.error)];
	}
	if (state.type === "filtersAlone") {
		return [row("info", vscode.l10n.t("Say in words what to look for: filters alone find nothing."))];
	}
	if (state.type !== "found") return [];
	const { chunks, keywordsAlone } = state;
	const places = chunks.filter(isNear).flatMap((chunk) => {
		const uri = indexedUri(chunk.path);
		return uri ? [itemOf({ chunk, uri }, added.has(chunk))] : [];
	});
	if (keywordsAlone) {
		// Above the places: nobody sees what stands below fifty of them. While it is asked again, that is all there is to do.
		const helping = keywordsAlone.until === undefined ? remedies(keywordsAlone.cause) : [];
		return [keywordsRow(keywordsAlone), ...helping, ...places];
	}
	return places.length > 0
		? places
		: [row("info", vscode.l10n.t("Nothing found. Other words may help, or fewer filters."))];
}

function recentItems(recent: readonly string[]): readonly FoundItem[] {
	if (recent.length === 0) return [];
	const heading = { label: vscode.l10n.t("recent searches"), kind: vscode.QuickPickItemKind.Separator };
	return [heading, ...recent.map((text) => ({ ...row("history", text), alwaysShow: false, recent: text }))];
}

/** What nothing speaks for is among the nearest where there are few. */
function isNear({ similarity, keywordRank }: FoundChunk): boolean {
	return keywordRank !== undefined || similarity === undefined || percentAlike(similarity) > 0;
}

function percentAlike(similarity: number): number {
	return Math.max(0, Math.round(similarity * 100));
}

/** What can be done against a failure. */
function remedies(error: unknown): readonly FoundItem[] {
	return [
		{ ...row("refresh", vscode.l10n.t("Search Again")), step: "again" },
		...searchRemedies(error).map((action) => ({ ...row("arrow-right", actionLabel(action)), action })),
	];
}

/** Says that what follows was not found by its meaning, and why. */
function keywordsRow({ cause, until }: KeywordsAlone): FoundItem {
	const label =
		until === undefined
			? vscode.l10n.t("Found by keywords alone")
			: vscode.l10n.t("Keywords alone as yet: the gateway is asked again at {0}", timeText(until));
	return { ...row(until === undefined ? "warning" : "watch", label, cause.message), step: "again" };
}

function timeText(at: number): string {
	return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "medium" }).format(at);
}

/** A row that is always shown, whatever is typed. */
function row(icon: string, label: string, detail = ""): FoundItem {
	const iconPath = new vscode.ThemeIcon(icon);
	return { label: withoutIcons(label), detail: withoutIcons(detail), iconPath, alwaysShow: true };
}

function itemOf(place: FoundPlace, added: boolean): FoundItem {
	const { chunk } = place;
	const { path, symbol, similarity, keywordRank } = chunk;
	const name = path.split("/").at(-1) ?? path;
	const { firstLine, lastLine } = chunk;
	const lines = firstLine === lastLine ? `${firstLine}` : `${firstLine}–${lastLine}`;
	const file = `${name}:${lines}`;
	const folder = path.slice(0, -name.length - 1);
	const reasons = [
		added && vscode.l10n.t("added to the chat"),
		similarity !== undefined && vscode.l10n.t("{0}% alike", percentAlike(similarity)),
		keywordRank !== undefined && vscode.l10n.t("keywords"),
	];
	const detail = `${reasons.filter(Boolean).join(" · ")} — ${snippetOf(chunk)}`;
	return {
		...row(symbol ? "symbol-method" : "file-code", symbol || file, detail),
		// The file's name first: what is too long is cut off at its end.
		description: withoutIcons([symbol && file, folder].filter(Boolean).join(" · ")),
		buttons: [sideButton, added ? addedButton : chatButton],
		place,
	};
}

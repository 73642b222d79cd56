import * as vscode from "vscode";
import { firstSentence } from "../../../core/base/firstSentence";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import type { SearchResult } from "../../../core/search/model/searchIndex";
import { hasFilters, parseQuery } from "../../../core/search/model/searchQuery";
import type { FoundChunk } from "../../../core/search/model/vectorSearch";
import { placeOf, snippetOf } from "../../../core/search/query/foundText";
import { searchRemedies } from "../../../core/search/query/searchRemedies";
import type { TypedState } from "../../../core/search/query/typedSearch";
import { failureOf } from "../../../core/wire/failure";
import { actionLabel } from "../../../shared/actionLabel";
import type { CommandAction } from "../../../shared/conversation";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import type { PickRow } from "../../adapters/messages";
import { indexedUri } from "../../workspace/workspacePaths";

/** A row of the search: a place, or what to do where there is none. */
export interface FoundItem extends PickRow {
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

/** What the rows depend on beside what was found. */
interface FoundContext {
	/** What was searched for. */
	readonly asked: string;
	/** Where the places are that were added to the chat, as `placeOf` tells. */
	readonly added: ReadonlySet<string>;
	/** What was searched for before. */
	readonly recent: readonly string[];
	/** Whether the index misses some of what is there. */
	readonly incomplete: boolean;
}

type KeywordsAlone = NonNullable<SearchResult["keywordsAlone"]>;

/** The buttons on each place. */
export const sideButton = {
	iconPath: new vscode.ThemeIcon("split-horizontal"),
	tooltip: inertName(vscode.l10n.t("Open to the Side")),
};
export const chatButton = {
	iconPath: new vscode.ThemeIcon("comment-discussion"),
	tooltip: inertName(vscode.l10n.t("Add to Chat")),
};
const addedButton = {
	iconPath: new vscode.ThemeIcon("check"),
	tooltip: inertName(vscode.l10n.t("Added to the chat")),
};

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

/** Says what is searched for. */
export function searchingItem(asked: string): FoundItem {
	return row("loading~spin", vscode.l10n.t("Searching the workspace for “{0}”", asked));
}

/** The rows for what a search has come to. */
export function foundItems(state: TypedState, context: FoundContext): readonly FoundItem[] {
	if (state.type === "empty") return recentItems(context.recent);
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
		return uri ? [itemOf({ chunk, uri }, context.added.has(placeOf(chunk)), keywordsAlone !== undefined)] : [];
	});
	// Above the places: nobody sees what stands below fifty of them.
	if (keywordsAlone) return [...keywordsRows(keywordsAlone), ...places];
	return places.length > 0 ? places : [row("info", nothingFound(context))];
}

function nothingFound({ asked, incomplete }: FoundContext): string {
	if (incomplete) return vscode.l10n.t("Nothing found yet: the index is not complete.");
	return hasFilters(parseQuery(asked))
		? vscode.l10n.t("Nothing found. Fewer filters may help, or other words.")
		: vscode.l10n.t("Nothing found. Other words may help.");
}

function recentItems(recent: readonly string[]): readonly FoundItem[] {
	if (recent.length === 0) return [];
	const heading = { label: inertName(vscode.l10n.t("recent searches")), kind: vscode.QuickPickItemKind.Separator };
	return [heading, ...recent.map((text) => ({ ...row("history", text), alwaysShow: false, recent: text }))];
}

/** What nothing speaks for is among the nearest where there are few. */
function isNear({ similarity, keywordRank }: FoundChunk): boolean {
	return keywordRank !== undefined || similarity === undefined || percentSimilar(similarity) > 0;
}

function percentSimilar(similarity: number): number {
	return Math.max(0, Math.round(similarity * 100));
}

/** What can be done against a failure. @param hint what its message says of that. */
function remedies(error: unknown, hint = ""): readonly FoundItem[] {
	return [
		{ ...row("refresh", vscode.l10n.t("Search Again"), hint), step: "again" },
		...searchRemedies(error).map((action) => ({ ...row("arrow-right", actionLabel(action)), action })),
	];
}

/** Say that what follows was not found by its meaning, why, and what helps. */
function keywordsRows({ cause, until }: KeywordsAlone): readonly FoundItem[] {
	if (until !== undefined) {
		// It is asked again: that is all there is to do.
		const label = vscode.l10n.t("Keywords alone as yet: the gateway is asked again at {0}", timeText(until));
		return [{ ...row("watch", label, cause.message), step: "again" }];
	}
	const { first, rest } = firstSentence(cause.message);
	const told = row("warning", vscode.l10n.t("Found by keywords alone"), first);
	return [{ ...told, step: "again" }, ...remedies(cause, rest)];
}

function timeText(at: number): string {
	return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "medium" }).format(at);
}

/** A row that is always shown, whatever is typed. */
function row(icon: string, label: string, detail = ""): FoundItem {
	const iconPath = new vscode.ThemeIcon(icon);
	return { label: inertName(label), detail: inertLine(detail), iconPath, alwaysShow: true };
}

/** @param alone whether it was found by keywords, and its meaning was not asked for. */
function itemOf(place: FoundPlace, added: boolean, alone: boolean): FoundItem {
	const { chunk } = place;
	const { path, symbol, similarity, keywordRank } = chunk;
	const name = path.split("/").at(-1) ?? path;
	const { firstLine, lastLine } = chunk;
	const lines = firstLine === lastLine ? `${firstLine}` : `${firstLine}–${lastLine}`;
	const file = `${name}:${lines}`;
	const folder = path.slice(0, -name.length - 1);
	const reasons = [
		added && vscode.l10n.t("added to the chat"),
		similarity !== undefined && vscode.l10n.t("{0}% similar", percentSimilar(similarity)),
		keywordRank !== undefined && (alone ? vscode.l10n.t("keywords alone") : vscode.l10n.t("keywords")),
	];
	const detail = `${reasons.filter(Boolean).join(" · ")} — ${snippetOf(chunk)}`;
	return {
		...row(symbol ? "symbol-method" : "file-code", symbol || file, detail),
		// The file's name first: what is too long is cut off at its end.
		description: inertLine([symbol && file, folder].filter(Boolean).join(" · ")),
		buttons: [sideButton, added ? addedButton : chatButton],
		place,
	};
}

import * as vscode from "vscode";
import { firstSentence } from "../../../core/base/firstSentence";
import { failureOf } from "../../../core/gateway/errors/failure";
import type { IndexFacts } from "../../../core/search/model/indexCatalogue";
import { hasFilters, parseQuery } from "../../../core/search/model/searchQuery";
import type { SearchResult } from "../../../core/search/model/semanticIndex";
import type { FoundChunk } from "../../../core/search/model/vectorSearch";
import type { TypedState } from "../../../core/search/query/searchAsYouType";
import { searchRemedies } from "../../../core/search/query/searchRemedies";
import { placeOf, snippetOf } from "../../../core/search/query/searchResultText";
import { actionLabel } from "../../../shared/actionLabel";
import type { CommandAction } from "../../../shared/conversation";
import { numberText } from "../../../shared/text/numberText";
import { inertLine, inertName } from "../../../shared/untrusted/inertText";
import type { PickRow } from "../../adapters/messages";
import { indexedUri } from "../../workspace/indexPaths";

/** A row of the search: a place, or an action where there is none. */
export interface SearchResultItem extends PickRow {
	readonly place?: FoundPlace;
	readonly step?: "build" | "again";
	/** The query to repeat. */
	readonly recent?: string;
	/** The remedy for the failure. */
	readonly action?: CommandAction;
}

/** A chunk and its file. */
export interface FoundPlace {
	readonly chunk: FoundChunk;
	readonly uri: vscode.Uri;
}

/** The facts, apart from the search result, that the rows depend on. */
interface FoundContext {
	/** The query. */
	readonly asked: string;
	/** The places already added to the chat, as identified by `placeOf`. */
	readonly added: ReadonlySet<string>;
	/** The recent queries. */
	readonly recent: readonly string[];
	/** Whether the index is incomplete. */
	readonly incomplete: boolean;
}

type KeywordsAlone = NonNullable<SearchResult["keywordsAlone"]>;

/** The buttons of each place. */
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

/** Returns the row that offers to build the index, where it is incomplete, or missing so that only keywords count. */
export function buildItem(facts: IndexFacts | undefined, isPaused = false): SearchResultItem {
	const detail = facts
		? vscode.l10n.t(
				"It is not complete. Chunks embedded: {0} of {1}",
				numberText(facts.contents - facts.missing),
				numberText(facts.contents),
			)
		: vscode.l10n.t("Only keywords are searched. You see what will be sent before it is sent.");
	const label = isPaused
		? vscode.l10n.t("Resume")
		: facts
			? vscode.l10n.t("Build Index…")
			: vscode.l10n.t("Add Search by Meaning…");
	return { ...row(isPaused ? "debug-continue" : "database", label, detail), step: "build" };
}

/** Returns the row that shows the running query. */
export function searchingItem(asked: string): SearchResultItem {
	return row("loading~spin", vscode.l10n.t("Searching the workspace for “{0}”", asked));
}

/** Returns the rows for a search's state. */
export function searchResultItems(state: TypedState, context: FoundContext): readonly SearchResultItem[] {
	if (state.type === "empty") return recentItems(context.recent);
	if (state.type === "failed") {
		// A long label is cut off, so the remedy has a line of its own.
		const { first, rest } = firstSentence(failureOf(state.error).message);
		return [{ ...row("error", first, rest), step: "again" }, ...remedies(state.error)];
	}
	if (state.type === "filtersAlone") {
		return [row("info", vscode.l10n.t("Describe what to look for: filters alone find nothing."))];
	}
	if (state.type !== "found") return [];
	const { chunks, keywordsAlone } = state;
	const isAlone = chunks.every(({ similarity }) => similarity === undefined);
	const places = chunks.filter(isNear).flatMap((chunk) => {
		const uri = indexedUri(chunk.path);
		return uri ? [itemOf({ chunk, uri }, context.added.has(placeOf(chunk)), isAlone)] : [];
	});
	// Above the places, because fifty of them would hide it.
	if (keywordsAlone) return [...keywordsRows(keywordsAlone), ...places];
	return places.length > 0 ? places : [row("info", nothingFound(context))];
}

function nothingFound({ asked, incomplete }: FoundContext): string {
	if (incomplete) return vscode.l10n.t("Nothing found yet: the index is not complete.");
	return hasFilters(parseQuery(asked))
		? vscode.l10n.t("Nothing found. Try fewer filters or other words.")
		: vscode.l10n.t("Nothing found. Try other words.");
}

function recentItems(recent: readonly string[]): readonly SearchResultItem[] {
	if (recent.length === 0) return [];
	const heading = { label: inertName(vscode.l10n.t("recent searches")), kind: vscode.QuickPickItemKind.Separator };
	return [heading, ...recent.map((text) => ({ ...row("history", text), alwaysShow: false, recent: text }))];
}

/** Returns whether there is any evidence for a chunk; with few chunks, even unrelated ones are among the nearest. */
function isNear({ similarity, keywordRank }: FoundChunk): boolean {
	return keywordRank !== undefined || similarity === undefined || percentSimilar(similarity) > 0;
}

function percentSimilar(similarity: number): number {
	return Math.max(0, Math.round(similarity * 100));
}

/** Returns the remedies for a failure. @param hint the part of its message about the remedy. */
function remedies(error: unknown, hint = ""): readonly SearchResultItem[] {
	return [
		{ ...row("refresh", vscode.l10n.t("Search Again"), hint), step: "again" },
		...searchRemedies(error).map((action) => ({ ...row("arrow-right", actionLabel(action)), action })),
	];
}

/** Returns the rows above places that were found by keywords alone: a note with the reason, and the remedies. */
function keywordsRows({ cause, until }: KeywordsAlone): readonly SearchResultItem[] {
	if (until !== undefined) {
		// The search is repeated automatically: nothing else needs to be done.
		const label = vscode.l10n.t("Keywords alone so far: the gateway will be asked again at {0}", timeText(until));
		return [{ ...row("watch", label, cause.message), step: "again" }];
	}
	const { first, rest } = firstSentence(cause.message);
	const warning = row("warning", vscode.l10n.t("Found by keywords alone"), first);
	return [{ ...warning, step: "again" }, ...remedies(cause, rest)];
}

function timeText(at: number): string {
	return new Intl.DateTimeFormat(vscode.env.language, { timeStyle: "medium" }).format(at);
}

/** Returns a row that is shown regardless of the typed text. */
function row(icon: string, label: string, detail = ""): SearchResultItem {
	const iconPath = new vscode.ThemeIcon(icon);
	return { label: inertName(label), detail: inertLine(detail), iconPath, alwaysShow: true };
}

/** @param alone whether the search was by keywords alone. */
function itemOf(place: FoundPlace, added: boolean, alone: boolean): SearchResultItem {
	const { chunk } = place;
	const { path, symbol, score, keywordRank } = chunk;
	const name = path.split("/").at(-1) ?? path;
	const { firstLine, lastLine } = chunk;
	const lines = firstLine === lastLine ? `${firstLine}` : `${firstLine}–${lastLine}`;
	const file = `${name}:${lines}`;
	const folder = path.slice(0, -name.length - 1);
	const reasons = [
		added && vscode.l10n.t("added to the chat"),
		!alone && vscode.l10n.t("{0}% match", Math.round(score * 100)),
		keywordRank !== undefined && (alone ? vscode.l10n.t("keywords alone") : vscode.l10n.t("keywords")),
	];
	const detail = `${reasons.filter(Boolean).join(" · ")} — ${snippetOf(chunk)}`;
	return {
		...row(symbol ? "symbol-method" : "file-code", symbol || file, detail),
		// The file name first, because long texts are cut off at the end.
		description: inertLine([symbol && file, folder].filter(Boolean).join(" · ")),
		buttons: [sideButton, added ? addedButton : chatButton],
		place,
	};
}

import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { Event } from "../../core/base/event";
import type { ContextSource } from "../../core/context/contextSource";
import { failureOf } from "../../core/gateway/errors/failure";
import { outcomeText } from "../../core/search/building/buildTexts";
import { indexReport } from "../../core/search/building/indexReport";
import { BuiltElsewhereError } from "../../core/search/model/semanticIndex";
import { searchRemedies } from "../../core/search/query/searchRemedies";
import { showing } from "../../shared/conversation";
import { inertLine, inertMessage, inertName } from "../../shared/untrusted/inertText";
import { askInDialog, notify, pickOne } from "../adapters/messages";
import { commandIds, commandOf } from "../commands";
import type { ReadOnlyDocuments } from "../workspace/readOnlyDocuments";
import { placeSource } from "./codebaseSources";
import { viewIndex } from "./index/indexView";
import type { WorkspaceSearch } from "./index/workspaceSearch";
import { revealChunk } from "./pick/revealChunk";
import { type PlaceKey, pickFound } from "./pick/searchPick";
import { buildItem, type FoundPlace } from "./pick/searchResultItems";

/** Builds the index, and reports the result. @param isForOther whether the user wants to choose another model first. */
export async function buildIndex(search: WorkspaceSearch, isForOther = false): Promise<void> {
	try {
		const result = await search.build(isForOther);
		if (!result || result.declined) return;
		const text = outcomeText(result, vscode.env.language);
		if (result.outcome) void offerNext(text, result.outcome.refused.length > 0);
		else void notify("info", inertLine(text));
	} catch (error) {
		// A build by another window is not an error.
		if (error instanceof BuiltElsewhereError) void notify("info", inertLine(error.message));
		else throw aboutIndex(error);
	}
}

/** Adds the subject to an error's message, because it may appear minutes after the build began. */
function aboutIndex(error: unknown): unknown {
	const { reason, message, actions } = failureOf(error);
	if (reason === "cancelled" || !actions.includes("retry")) return error;
	const text = vscode.l10n.t("The index is not complete. {0}", message);
	return new UserError(text, ["retry", ...searchRemedies(error)], { cause: error });
}

/** Reports a finished build and offers to search; if some contents were refused, also to show the index. */
async function offerNext(outcome: string, isRefused: boolean): Promise<void> {
	const search = inertName(vscode.l10n.t("Search…"));
	const view = inertName(vscode.l10n.t("Show Index"));
	const said = await notify(isRefused ? "warning" : "info", inertLine(outcome), search, ...(isRefused ? [view] : []));
	if (said === search) await vscode.commands.executeCommand(commandIds.search);
	if (said === view) await vscode.commands.executeCommand(commandIds.showIndex);
}

interface FindDeps {
	readonly search: WorkspaceSearch;
	readonly onKey: Event<PlaceKey>;
	/** Attaches a source to the next question and shows the panel, without moving the focus. */
	attach(source: ContextSource): Promise<void>;
	onError(error: unknown): void;
}

/**
 * Lets the user search for a place, and opens it. Returns `"build"` if they want to build the index instead.
 *
 * @param text the initial query.
 */
export async function findPlaces(deps: FindDeps, text = ""): Promise<"build" | "done"> {
	const { search, onKey, attach, onError } = deps;
	const facts = search.use();
	// If nothing can be searched at all, reports this without opening a search that closes again at once.
	await Promise.race([facts, new Promise(setImmediate)]);
	const addToChat = async ({ chunk }: FoundPlace) => attach(await placeSource(chunk));
	const choice = await pickFound({ search, facts, text, onKey, addToChat, onError });
	switch (choice.type) {
		case "build":
			return "build";
		case "run": {
			const { action } = choice;
			await vscode.commands.executeCommand(commandIds[commandOf[action]]);
			// Reopens the search with the query, so that the user need not type it again.
			return action === "buildIndex" || showing.has(action) ? "done" : findPlaces(deps, choice.text);
		}
		case "open": {
			const { chunk, uri } = choice.place;
			const viewColumn = choice.beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
			const editor = await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
			revealChunk(editor, chunk, false);
		}
	}
	return "done";
}

/** Pauses the build, or returns `"build"` to resume it; notifies the user if there is no index. */
export async function pauseOrResume(search: WorkspaceSearch): Promise<"build" | "done"> {
	if (!search.builder.willFinish) return (await isThere(search)) ? "build" : "done";
	await search.builder.pause();
	return "done";
}

/** Returns whether there is an index, for any model; notifies the user if there is none. */
async function isThere(search: WorkspaceSearch): Promise<boolean> {
	const exists = await search.exists();
	if (!exists) void notify("info", inertLine(vscode.l10n.t("There is no index of this workspace.")));
	return exists;
}

/** Asks for confirmation, and deletes the index, including those of other models. */
export async function deleteIndex(search: WorkspaceSearch): Promise<void> {
	if (!(await isThere(search))) return;
	const remove = inertName(vscode.l10n.t("Delete Index"));
	const question = vscode.l10n.t("Delete the index of this workspace?");
	const detail = vscode.l10n.t(
		"Your files are not changed. To search by meaning again, all of them must be sent again.",
	);
	if ((await askInDialog(inertLine(question), inertMessage(detail), remove)) !== remove) return;
	await search.delete();
	void notify("info", inertLine(vscode.l10n.t("The index was deleted.")));
}

/**
 * Shows the state of the index, and runs the chosen action; offers to build an index if there is none. Returns
 * `"buildOther"` if the user wants to build one with another model.
 */
export async function showIndex(
	search: WorkspaceSearch,
	documents: ReadOnlyDocuments,
): Promise<"build" | "buildOther" | "done"> {
	const facts = await search.use();
	if (!facts) {
		const title = inertLine(vscode.l10n.t("Index of This Workspace"));
		return (await pickOne([buildItem(undefined)], { title })) ? "build" : "done";
	}
	const chosen = await viewIndex(search, facts, search.choice.isFree);
	if (typeof chosen === "object") {
		await vscode.commands.executeCommand(commandIds[commandOf[chosen.action]]);
		return showing.has(chosen.action) ? "done" : "build";
	}
	switch (chosen) {
		case "build":
			return "build";
		case "model":
			return "buildOther";
		case "pause":
			await search.builder.pause();
			break;
		case "delete":
			await deleteIndex(search);
			break;
		case "report":
			await showReport(search, documents);
	}
	return "done";
}

async function showReport(search: WorkspaceSearch, documents: ReadOnlyDocuments): Promise<void> {
	const facts = await search.facts();
	if (!facts) return;
	await documents.showRendered(inertName(vscode.l10n.t("Index of This Workspace")), indexReport(facts, search.context));
}

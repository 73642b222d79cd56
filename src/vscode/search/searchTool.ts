import * as vscode from "vscode";
import { cutBefore } from "../../core/search/model/cutBefore";
import { parseQuery } from "../../core/search/model/searchQuery";
import { searchResultTexts } from "../../core/search/query/searchResultText";
import type { SearchToolConsent } from "../../core/search/query/searchToolConsent";
import { searchWithDeadline } from "../../core/search/query/searchWithDeadline";
import { inertLine } from "../../shared/untrusted/inertText";
import { limits } from "../../shared/untrusted/limits";
import { toolInvocation } from "../adapters/messages";
import { logFailure } from "../logFailure";
import type { LazySearch } from "./lazySearch";
import { readCurrentChunks } from "./readCurrentChunks";

/** Default and maximum number of places returned. */
const usual = 8;
const most = 20;

/**
 * Returns the search by meaning as a tool for any agent in VS Code. It reads only the index, and shows the query to the
 * user. Before its first run in a workspace, VS Code asks the user.
 */
export function searchTool(search: LazySearch, consent: SearchToolConsent): vscode.LanguageModelTool<unknown> {
	return {
		prepareInvocation({ input }) {
			const message = inertLine(vscode.l10n.t("Searching the workspace for “{0}”", queryOf(input)));
			return toolInvocation(message, consent.ask() ? question() : undefined);
		},
		async invoke({ input }, token) {
			await consent.assertGiven();
			const loaded = await search.load();
			const abort = new AbortController();
			const listening = token.onCancellationRequested(() => abort.abort());
			try {
				const query = parseQuery(queryOf(input));
				const { chunks, keywordsAlone } = await searchWithDeadline(
					(signal, onInterim) => loaded.find(query, limitOf(input), signal, onInterim),
					loaded.clock,
					abort.signal,
				);
				const texts = [...searchResultTexts(chunks, await readCurrentChunks(chunks))];
				// The texts are for a model, not for the user, so they are not localized.
				if (texts.length === 0) texts.push(nothingFound(queryOf(input)));
				if (keywordsAlone) texts.unshift(`Found by keywords alone, not by meaning: ${keywordsAlone.cause.message}`);
				return new vscode.LanguageModelToolResult(texts.map((text) => new vscode.LanguageModelTextPart(text)));
			} catch (error) {
				if (!abort.signal.aborted) logFailure(error, loaded.log);
				throw error;
			} finally {
				listening.dispose();
			}
		},
	};
}

function question() {
	const title = vscode.l10n.t("Let agents search this workspace with Gatehouse?");
	const message = vscode.l10n.t(
		"The agent of another extension wants to search by meaning. It gets the pieces of your files that are found, and may send them to its own model. You are asked once for this workspace.",
	);
	return { title: inertLine(title), message: inertLine(message) };
}

function nothingFound(query: string): string {
	return parseQuery(query).text === ""
		? "Describe what to look for: filters alone find nothing."
		: "Nothing in the workspace fits.";
}

/** Returns the input's fields; a model's input need not match the schema. */
function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
	return typeof input === "object" && input !== null ? { ...input } : {};
}

function queryOf(input: unknown): string {
	const { query } = fieldsOf(input);
	return typeof query === "string" ? query.slice(0, cutBefore(query, limits.toolQueryLength)) : "";
}

function limitOf(input: unknown): number {
	const { limit } = fieldsOf(input);
	return typeof limit === "number" && limit >= 1 ? Math.min(most, Math.floor(limit)) : usual;
}

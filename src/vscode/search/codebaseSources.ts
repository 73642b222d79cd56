import * as vscode from "vscode";
import { UserError } from "../../core/base/errors";
import type { ContextSource } from "../../core/context/contextSource";
import { type ContextWindow, roomFor } from "../../core/context/tokens/contextWindow";
import { textTokens } from "../../core/context/tokens/tokenEstimate";
import { proseQuery } from "../../core/search/model/searchQuery";
import type { FoundChunk } from "../../core/search/model/vectorSearch";
import { chunksToAttach } from "../../core/search/query/chunksWithin";
import { searchRemedies } from "../../core/search/query/searchRemedies";
import { inertLine } from "../../shared/untrusted/inertText";
import { showLateProgress } from "../progress";
import { indexedUri } from "../workspace/indexPaths";
import type { WorkspaceSearch } from "./index/workspaceSearch";
import { readCurrentChunks } from "./readCurrentChunks";

type LinesSource = ContextSource & { readonly type: "lines" };

/** Number of places searched for. */
const looked = 30;
/** Maximum size of the attached places, in tokens; more would distract from the question. */
const mostTokens = 8_000;

/**
 * Returns the places in the workspace that match a question best. While there is no question, returns a source that is
 * replaced by those places when the question is asked.
 *
 * @param used the number of tokens already in the next request.
 * @param warn is called with the reason when nothing could be found by meaning.
 * @throws UserError when search is not possible here, or nothing matches.
 */
export async function codebaseSources(
	search: WorkspaceSearch,
	question: string,
	window: ContextWindow | undefined,
	used: number,
	warn: (warning: UserError) => void,
): Promise<readonly ContextSource[]> {
	if (question.trim() === "") return [{ type: "codebase" }];
	const title = inertLine(vscode.l10n.t("Searching the workspace"));
	const { chunks, keywordsAlone } = await showLateProgress(title, (signal, onWait) =>
		search.find(proseQuery(question), looked, signal, ({ keywordsAlone: wait }) => onWait(wait)),
	);
	const room = window ? roomFor(window, undefined) : null;
	// Half of the remaining room, because the conversation continues.
	const budget = Math.min(mostTokens, room === null ? mostTokens : Math.max(0, room - used) / 2);
	if (keywordsAlone) {
		const text = vscode.l10n.t("The workspace was searched by keywords alone. {0}", keywordsAlone.cause.message);
		warn(new UserError(text, searchRemedies(keywordsAlone.cause)));
	}
	const current = (await readCurrentChunks(chunks)).filter((chunk) => typeof chunk === "object");
	const tokensOf = (text: string) => window?.counter.ofText(text) ?? textTokens(text);
	return chunksToAttach(chunks, current, budget, tokensOf).flatMap((chunk) => {
		const source = chunkSource(chunk);
		return source ? [{ ...source, found: true }] : [];
	});
}

/** Returns the source for a place that the user chose. @throws UserError when it has changed since it was indexed. */
export async function placeSource(found: FoundChunk): Promise<ContextSource> {
	const [chunk] = await readCurrentChunks([found]);
	if (chunk === "gone") throw new UserError(vscode.l10n.t("There is no {0} in this workspace.", found.path));
	const source = typeof chunk === "object" ? chunkSource(chunk) : undefined;
	if (source) return source;
	throw new UserError(
		vscode.l10n.t(
			"This part of {0} has changed since it was indexed. Open it, select the code and use “Add Selection to Chat”.",
			found.path,
		),
	);
}

/** Returns the source for a chunk: its lines, read from the file. */
function chunkSource({ path, firstLine, lastLine, symbol }: FoundChunk): LinesSource | undefined {
	const uri = indexedUri(path);
	return uri && { type: "lines", uri: uri.toString(), lines: [firstLine, lastLine], ...(symbol ? { symbol } : {}) };
}

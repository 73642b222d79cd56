import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import type { FoundChunk } from "../model/vectorSearch";
import type { PlacedChunk } from "./currentChunk";

/** Maximum number of places that are attached. */
const most = 12;
/** Minimum similarity of a chunk that no keyword found, as a share of the highest similarity. */
const nearEnough = 0.6;

/**
 * Returns the best chunks that fit into a budget, best first; skips those that are too large, and duplicates of a text.
 * A part of a long line counts as the whole line, which is attached.
 *
 * @param budget in tokens.
 */
export function chunksWithin(
	found: readonly PlacedChunk[],
	budget: number,
	tokensOf: (text: string) => number,
): readonly PlacedChunk[] {
	const nearest = found.reduce((most, { similarity = 0 }) => Math.max(most, similarity), 0);
	const fits = ({ keywordRank, similarity = 0 }: FoundChunk) =>
		keywordRank !== undefined || similarity >= nearest * nearEnough;
	let left = budget;
	const chosen: PlacedChunk[] = [];
	const texts = new Set<string>();
	for (const chunk of found.filter(fits)) {
		const text = chunk.line ?? chunk.text;
		const tokens = tokensOf(text);
		if (tokens > left || texts.has(text)) continue;
		left -= tokens;
		texts.add(text);
		if (chosen.push(chunk) === most) break;
	}
	return chosen;
}

/**
 * Returns the chunks to attach to a question.
 *
 * @param found the results of a search.
 * @param current those results that are still in their files, at their current positions.
 * @param budget in tokens.
 * @throws UserError with the reason, when there are none.
 */
export function chunksToAttach(
	found: readonly FoundChunk[],
	current: readonly PlacedChunk[],
	budget: number,
	tokensOf: (text: string) => number,
): readonly PlacedChunk[] {
	const chosen = chunksWithin(current, budget, tokensOf);
	if (chosen.length > 0) return chosen;
	if (found.length === 0) throw new UserError(l10n.t("Nothing in the workspace matches. Try other words."));
	if (current.length === 0)
		throw new UserError(l10n.t("The matching code has changed since it was indexed. Try again in a moment."));
	throw new UserError(
		l10n.t("There is no room left for code of the workspace. Remove an attachment, or start a new conversation."),
	);
}

import * as l10n from "@vscode/l10n";
import { UserError } from "../../base/errors";
import type { FoundChunk } from "../model/vectorSearch";
import type { PlacedChunk } from "./chunkNow";

/** More places are no help to anybody. */
const most = 12;
/** What only its meaning speaks for must be so near to the question, of what the nearest is. */
const nearEnough = 0.6;

/**
 * The best chunks that a budget has room for, the best first; one that is too large is passed over, and so is what another
 * says word for word. A piece of a long line counts as that line: it is attached with it.
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
 * The chunks that go with a question.
 *
 * @param found what a search found.
 * @param standing those of it that stand in their files as they are now.
 * @param budget in tokens.
 * @throws UserError with the reason, when there is none.
 */
export function chunksToAttach(
	found: readonly FoundChunk[],
	standing: readonly PlacedChunk[],
	budget: number,
	tokensOf: (text: string) => number,
): readonly PlacedChunk[] {
	const chosen = chunksWithin(standing, budget, tokensOf);
	if (chosen.length > 0) return chosen;
	if (found.length === 0) throw new UserError(l10n.t("Nothing in the workspace fits: other words may help."));
	if (standing.length === 0)
		throw new UserError(l10n.t("What fits has changed since it was indexed: try again in a moment."));
	throw new UserError(
		l10n.t("There is no room left for places of the workspace: remove an attachment, or start a new conversation."),
	);
}

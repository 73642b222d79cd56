import type { FoundChunk } from "./indexStore";

/** More places are no help to anybody. */
const most = 12;
/** What only its meaning speaks for must be so near to the question, of what the nearest is. */
const nearEnough = 0.6;

/**
 * The best chunks that a budget has room for, the best first; one that is too large is passed over.
 *
 * @param budget in tokens.
 */
export function chunksWithin(
	found: readonly FoundChunk[],
	budget: number,
	tokensOf: (text: string) => number,
): readonly FoundChunk[] {
	const nearest = Math.max(0, ...found.map(({ similarity = 0 }) => similarity));
	const fits = ({ keywordRank, similarity = 0 }: FoundChunk) =>
		keywordRank !== undefined || similarity >= nearest * nearEnough;
	let left = budget;
	const chosen: FoundChunk[] = [];
	for (const chunk of found.filter(fits)) {
		const tokens = tokensOf(chunk.text);
		if (tokens > left) continue;
		left -= tokens;
		if (chosen.push(chunk) === most) break;
	}
	return chosen;
}

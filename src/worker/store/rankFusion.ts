/**
 * The constant that determines how fast ranks lose weight: Cormack et al., "Reciprocal Rank Fusion outperforms
 * Condorcet…", 2009, found 60 to work well.
 */
const fading = 60;

/**
 * Combines several rankings: each gives an entry 1/(60 + its rank), so that an entry ranked high in two of them comes
 * before one ranked high in one. Best first; ties keep the order of the first ranking.
 *
 * @param rankings ids, best first.
 * @param times how often the rank of an entry counts: twice for one that another ranking cannot know.
 * @returns each id with its score, as a share of the best possible one: that of an entry that is first in each ranking
 *   with entries.
 */
export function fuseRanks(
	rankings: readonly (readonly number[])[],
	times: (id: number) => number = () => 1,
): ReadonlyMap<number, number> {
	const best = rankings.filter((ranking) => ranking.length > 0).length / (fading + 1);
	const scores = new Map<number, number>();
	for (const ranking of rankings) {
		for (const [rank, id] of ranking.entries())
			scores.set(id, (scores.get(id) ?? 0) + times(id) / (fading + rank + 1) / best);
	}
	return new Map([...scores].sort(([, a], [, b]) => b - a));
}

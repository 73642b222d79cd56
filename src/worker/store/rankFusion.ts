/** How soon a rank fades: Cormack et al., "Reciprocal Rank Fusion outperforms Condorcet…", 2009, found 60 to do well. */
const fading = 60;

/**
 * Several rankings as one: each gives an entry 1/(60 + its rank), so that what stands high in two of them goes before
 * what stands high in one. Best first; of equals, the order of the first ranking counts.
 *
 * @param rankings ids, the best first.
 */
export function fuseRanks(rankings: readonly (readonly number[])[]): number[] {
	const scores = new Map<number, number>();
	for (const ranking of rankings) {
		for (const [rank, id] of ranking.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (fading + rank + 1));
	}
	return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

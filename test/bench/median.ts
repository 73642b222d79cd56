/** Returns the median: the mean of the two middle values if their number is even. @throws RangeError without any. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	const upper = sorted[middle];
	if (upper === undefined) throw new RangeError("There is no median of nothing.");
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Returns the median of the ratios of each round. Values that were measured side by side in one round share the
 * machine's state, so this is steadier than a ratio of medians.
 *
 * @throws RangeError if there are no values, or different numbers of them above and below.
 */
export function medianRatio(above: readonly number[], below: readonly number[]): number {
	if (above.length !== below.length) throw new RangeError("The rounds do not match.");
	return median(above.map((value, round) => value / (below[round] ?? Number.NaN)));
}

/** A line that is removed or added. */
export interface LineChange {
	/** The removed line of the old text, or the one before which the new line is added; counted from 0. */
	readonly at: number;
	/** The added line of the new text; `undefined` for a removed line. */
	readonly added: number | undefined;
}

/** The progress of the search on the diagonals that can be reached with a certain number of changes. */
interface Round {
	readonly lowest: number;
	/**
	 * For every second diagonal, the index of the last old line that was read, times two, plus one if the last change
	 * was an addition.
	 */
	readonly ends: Int32Array;
}

/** Marks a diagonal that cannot be reached, among a round's ends. */
const none = -4;
const unreached = -1_000_000_000;

/**
 * Returns as few changes as possible that turn one text's lines into another's, in order: Myers's greedy algorithm.
 *
 * @param most the maximum number of changes; `undefined` is returned when there are more.
 */
export function lineChanges(
	before: readonly string[],
	after: readonly string[],
	most: number,
): readonly LineChange[] | undefined {
	// Equal lines have equal numbers.
	const numbers = new Map<string, number>();
	const numberOf = (line: string) => {
		const number = numbers.get(line) ?? numbers.size;
		numbers.set(line, number);
		return number;
	};
	const [old, now] = [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
	/** Follows equal lines on a diagonal, beginning after an old line; returns the last one. */
	const follow = (from: number, diagonal: number) => {
		let end = from;
		while (end + 1 < old.length && end + 1 - diagonal < now.length && old[end + 1] === now[end + 1 - diagonal]) end++;
		return end;
	};
	const isEnd = (end: number, diagonal: number) => end + 1 >= old.length && end - diagonal + 1 >= now.length;
	const rounds: Round[] = [{ lowest: 0, ends: Int32Array.of(follow(-1, 0) * 2) }];
	if (isEnd(endOn(rounds[0], 0), 0)) return [];
	let [lowest, highest] = [-before.length - after.length, before.length + after.length];
	for (let count = 1; count <= most; count++) {
		const last = rounds[count - 1];
		const [from, to] = [Math.max(lowest, -count), Math.min(highest, count)];
		const ends = new Int32Array(Math.max(0, Math.floor((to - from) / 2) + 1));
		const round: Round = { lowest: from, ends };
		rounds.push(round);
		for (let diagonal = from; diagonal <= to; diagonal += 2) {
			const [left, right] = [endOn(last, diagonal - 1), endOn(last, diagonal + 1)];
			const canAdd = right - diagonal >= 0 && right - diagonal < now.length;
			const canRemove = left !== unreached && left + 1 < old.length;
			const slot = (diagonal - from) >> 1;
			if (!canAdd && !canRemove) {
				ends[slot] = none;
				continue;
			}
			const adds = !canRemove || (canAdd && left < right);
			const end = follow(adds ? right : left + 1, diagonal);
			ends[slot] = end * 2 + (adds ? 1 : 0);
			if (isEnd(end, diagonal)) return changesTo(rounds, diagonal);
			// Beyond the edge of a text, no diagonal comes closer to the end.
			if (end + 1 >= old.length) highest = Math.min(highest, diagonal - 1);
			if (end - diagonal + 1 >= now.length) lowest = Math.max(lowest, diagonal + 1);
		}
	}
	return undefined;
}

/** Returns the last old line that a round has read on a diagonal. */
function endOn(round: Round | undefined, diagonal: number): number {
	const slot = round === undefined ? -1 : (diagonal - round.lowest) >> 1;
	if (round === undefined || slot < 0 || slot >= round.ends.length) return unreached;
	const code = round.ends[slot] ?? none;
	return code === none ? unreached : code >> 1;
}

/** Returns the changes on the path to the last round's diagonal. */
function changesTo(rounds: readonly Round[], last: number): readonly LineChange[] {
	const changes: LineChange[] = [];
	let diagonal = last;
	for (let count = rounds.length - 1; count > 0; count--) {
		const round = rounds[count];
		const adds = ((round?.ends[(diagonal - (round?.lowest ?? 0)) / 2] ?? 0) & 1) === 1;
		diagonal += adds ? 1 : -1;
		const at = endOn(rounds[count - 1], diagonal) + 1;
		changes.push({ at, added: adds ? at - diagonal : undefined });
	}
	return changes.reverse();
}

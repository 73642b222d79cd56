/** One line that goes, or one that comes in. */
export interface LineChange {
	/** The line of the old text that goes, or before which the new one comes in; lines count from 0. */
	readonly at: number;
	/** The line of the new text that comes in; `undefined` for one that goes. */
	readonly added: number | undefined;
}

/** How far the search has come on the diagonals that one number of changes reaches. */
interface Round {
	readonly lowest: number;
	/** For every second diagonal, the last old line read, twice, and one more where the last change was an addition. */
	readonly ends: Int32Array;
}

/** Marks, among a round's ends, a place where no way leads. */
const none = -4;
const unreached = -1_000_000_000;

/**
 * As few changes as possible that make one text's lines another's, in their order: Myers's greedy search.
 *
 * @param most so many changes are looked for; `undefined` when there are more.
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
	/** Follows equal lines from one behind an old line on a diagonal. */
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
			// Beyond an edge of both texts, nothing is nearer to the end.
			if (end + 1 >= old.length) highest = Math.min(highest, diagonal - 1);
			if (end - diagonal + 1 >= now.length) lowest = Math.max(lowest, diagonal + 1);
		}
	}
	return undefined;
}

/** The last old line that a round has read on a diagonal. */
function endOn(round: Round | undefined, diagonal: number): number {
	const slot = round === undefined ? -1 : (diagonal - round.lowest) >> 1;
	if (round === undefined || slot < 0 || slot >= round.ends.length) return unreached;
	const code = round.ends[slot] ?? none;
	return code === none ? unreached : code >> 1;
}

/** The changes of the way to the last round's diagonal. */
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

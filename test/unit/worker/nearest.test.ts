import assert from "node:assert/strict";
import { Nearest, wordsFor } from "../../../src/worker/vectors/nearest";
import { seededRandom } from "../../faults/seededRandom";

const random = seededRandom(3);
const begin = 5;
const atOnce = 30;

/** Passes rows on like the scan's kernel, which writes those above the threshold. */
function nearestOf(
	most: number,
	rows: readonly (readonly [id: number, score: number])[],
	allowed?: (id: number) => boolean,
) {
	const scores = new Float32Array(begin + wordsFor(most, atOnce));
	const ids = new Int32Array(scores.buffer);
	const nearest = new Nearest(most, scores, ids, begin);
	for (let first = 0; first < rows.length; first += atOnce) {
		const { bar } = nearest;
		let { end } = nearest;
		for (const [id, score] of rows.slice(first, first + atOnce)) {
			if (!(score > bar)) continue;
			scores[end] = score;
			ids[end + 1] = id;
			end += 2;
		}
		assert.ok(end <= scores.length);
		nearest.take(end, allowed);
	}
	return nearest;
}

const byScore = (one: readonly [number, number], other: readonly [number, number]) => other[1] - one[1];
const keptBy = (nearest: Nearest) =>
	nearest
		.kept(2)
		.map(({ id, score }) => [id, score / 2] as const)
		.sort(byScore);

describe("index: the nearest vectors", () => {
	for (const most of [0, 1, 2, 7, 100]) {
		const rows = Array.from({ length: 400 }, (_, id) => [id, Math.fround(random() - 0.5)] as const);
		it(`are kept: ${most}`, () => {
			const nearest = nearestOf(most, rows);
			const best = rows.toSorted(byScore).slice(0, most);
			assert.ok(
				nearest.bar > Number.NEGATIVE_INFINITY && nearest.bar <= (best.at(-1)?.[1] ?? Number.POSITIVE_INFINITY),
			);
			assert.deepEqual(keptBy(nearest), best);
		});

		it(`are kept among the allowed ones: ${most}`, () => {
			const allowed = (id: number) => id % 3 === 0;
			const best = rows.filter(([id]) => allowed(id)).toSorted(byScore);
			assert.deepEqual(keptBy(nearestOf(most, rows, allowed)), best.slice(0, most));
		});
	}

	it("are all that exist if there are few; of equals, as many as requested", () => {
		assert.deepEqual(keptBy(nearestOf(5, [[2, -3]])), [[2, -3]]);
		const equals = Array.from({ length: 200 }, (_, id) => [id, 1] as const);
		assert.equal(nearestOf(7, equals).kept(1).length, 7);
	});
});

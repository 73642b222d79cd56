import assert from "node:assert/strict";
import { Nearest } from "../../../../src/core/search/nearest";
import { seededRandom } from "../../../faults/seededRandom";

const random = seededRandom(3);

describe("the nearest of what is offered", () => {
	for (const most of [0, 1, 2, 7, 100]) {
		it(`are kept, ${most} of them`, () => {
			const nearest = new Nearest(most);
			const offered = Array.from({ length: 400 }, (_, id) => ({ id, score: Math.fround(random() - 0.5) }));
			for (const [count, { id, score }] of offered.entries()) {
				nearest.offer(id, score);
				if (count + 1 < most) assert.equal(nearest.bar, Number.NEGATIVE_INFINITY);
			}
			const { bar } = nearest;
			const best = offered.sort((a, b) => b.score - a.score).slice(0, most);
			const kept = nearest.kept(2).sort((a, b) => b.score - a.score);
			assert.deepEqual(
				kept,
				best.map(({ id, score }) => ({ id, score: score * 2 })),
			);
			const worst = best.at(-1)?.score ?? Number.POSITIVE_INFINITY;
			assert.ok(bar <= worst && bar > Number.NEGATIVE_INFINITY, "none of them is below the bar, which has risen");
		});
	}

	it("are all that was offered when that is little, and none that is no number", () => {
		const nearest = new Nearest(5);
		nearest.offer(1, Number.NaN);
		nearest.offer(2, -3);
		assert.deepEqual(nearest.kept(1), [{ id: 2, score: -3 }]);
	});
});

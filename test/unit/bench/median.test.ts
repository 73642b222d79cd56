import assert from "node:assert/strict";
import { median, medianRatio } from "../../bench/median";

describe("bench: the median", () => {
	it("is the middle value, or between the two", () => {
		assert.equal(median([10, 9, 100]), 10);
		assert.equal(median([4, 1, 3, 2]), 2.5);
		assert.equal(median([7]), 7);
	});

	it("does not reorder the values", () => {
		const values = [3, 1, 2];
		median(values);
		assert.deepEqual(values, [3, 1, 2]);
	});

	it("of ratios is computed round by round", () => {
		assert.equal(medianRatio([1, 20, 3], [2, 10, 6]), 0.5);
	});

	it("needs values, and the same number on both sides", () => {
		assert.throws(() => median([]), RangeError);
		assert.throws(() => medianRatio([1, 2], [1]), RangeError);
	});
});

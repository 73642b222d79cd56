import assert from "node:assert/strict";
import { Debounce } from "../../../../src/core/base/debounce";
import { manualClock } from "../memoryPorts";

describe("a debounce", () => {
	const setUp = () => {
		const clock = manualClock();
		const runs: number[] = [];
		const debounce = new Debounce(clock, { quiet: 1_000, latest: 10_000 }, () => runs.push(clock.now()));
		return { clock, runs, debounce, began: clock.now() };
	};

	it("runs once when the calls have ceased", () => {
		const { clock, runs, debounce, began } = setUp();
		debounce.call();
		clock.advance(900);
		debounce.call();
		clock.advance(900);
		assert.deepEqual(runs, []);
		clock.advance(100);
		assert.deepEqual(runs, [began + 1_900]);
		clock.advance(20_000);
		assert.equal(runs.length, 1);
	});

	it("runs now and then when they never cease", () => {
		const { clock, runs, debounce, began } = setUp();
		for (let time = 0; time < 25_000; time += 100) {
			debounce.call();
			clock.advance(100);
		}
		assert.deepEqual(runs, [began + 10_000, began + 20_000]);
	});

	it("runs no more once it is disposed", () => {
		const { clock, runs, debounce } = setUp();
		debounce.call();
		debounce.dispose();
		clock.advance(20_000);
		assert.deepEqual([runs, clock.pending], [[], 0]);
	});
});

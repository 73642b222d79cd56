import assert from "node:assert/strict";
import { Debounce } from "../../../src/shared/debounce";
import { manualClock } from "../core/memoryPorts";

describe("debounce", () => {
	const setUp = () => {
		const clock = manualClock();
		const runs: number[] = [];
		const debounce = new Debounce(clock, { quiet: 1_000, latest: 10_000 }, () => runs.push(clock.now()));
		return { clock, runs, debounce, began: clock.now() };
	};

	it("runs once after the calls have stopped", () => {
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

	it("runs at intervals when the calls never stop", () => {
		const { clock, runs, debounce, began } = setUp();
		for (let time = 0; time < 25_000; time += 100) {
			debounce.call();
			clock.advance(100);
		}
		assert.deepEqual(runs, [began + 10_000, began + 20_000]);
	});

	it("waits as long as the calls continue if there is no limit", () => {
		const clock = manualClock();
		let runs = 0;
		const debounce = new Debounce(clock, { quiet: 1_000 }, () => runs++);
		for (let time = 0; time < 60_000; time += 900) {
			debounce.call();
			clock.advance(900);
		}
		assert.equal(runs, 0);
		clock.advance(100);
		assert.equal(runs, 1);
	});

	it("runs at once when it is flushed after a call", () => {
		const { clock, runs, debounce, began } = setUp();
		debounce.flush();
		assert.deepEqual(runs, []);
		debounce.call();
		debounce.flush();
		debounce.flush();
		clock.advance(20_000);
		assert.deepEqual(runs, [began]);
	});

	it("starts again with the first call after it was disposed", () => {
		const { clock, runs, debounce } = setUp();
		debounce.call();
		debounce.dispose();
		clock.advance(10_000);
		debounce.call();
		clock.advance(999);
		assert.deepEqual(runs, []);
		clock.advance(1);
		assert.equal(runs.length, 1);
	});

	it("no longer runs after it is disposed", () => {
		const { clock, runs, debounce } = setUp();
		debounce.call();
		debounce.dispose();
		clock.advance(20_000);
		assert.deepEqual([runs, clock.pending], [[], 0]);
	});
});

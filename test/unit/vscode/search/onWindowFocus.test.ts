import assert from "node:assert/strict";
import { Emitter } from "../../../../src/core/base/event";
import { onWindowFocus } from "../../../../src/vscode/search/index/onWindowFocus";
import { manualClock } from "../../core/memoryPorts";

describe("search: a check that runs when the window gets the focus", () => {
	/** Creates a window with the focus. */
	const setUp = () => {
		const clock = manualClock();
		const changed = new Emitter<{ readonly focused: boolean }>();
		const window = { state: { focused: true }, onDidChangeWindowState: changed.event };
		let runs = 0;
		const listening = onWindowFocus(window, clock, () => runs++);
		const change = (focused: boolean) => changed.fire({ focused });
		return { clock, change, listening, runs: () => runs };
	};

	it("runs only then, whatever else of the window changes", () => {
		const { change, runs } = setUp();
		change(true);
		change(false);
		assert.equal(runs(), 0);
		change(true);
		change(true);
		assert.equal(runs(), 1);
	});

	it("runs once in ten seconds, however often the focus changes, and nothing is missed", () => {
		const { clock, change, runs } = setUp();
		for (const focused of [false, true, false, true, false, true]) change(focused);
		clock.advance(9_999);
		assert.equal(runs(), 1);
		clock.advance(1);
		assert.equal(runs(), 2);
		clock.advance(10_000);
		assert.deepEqual([runs(), clock.pending], [2, 0]);
	});

	it("no longer runs after its listener is disposed", () => {
		const { clock, change, runs, listening } = setUp();
		for (const focused of [false, true, false, true]) change(focused);
		listening.dispose();
		assert.equal(clock.pending, 0);
		for (const focused of [false, true]) change(focused);
		assert.equal(runs(), 1);
	});
});

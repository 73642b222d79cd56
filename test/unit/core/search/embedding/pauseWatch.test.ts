import assert from "node:assert/strict";
import { PauseWatch } from "../../../../../src/core/search/embedding/pauseWatch";
import { IndexPausedError } from "../../../../../src/core/search/model/semanticIndex";
import { manualClock } from "../../memoryPorts";
import { settled } from "../building/builderWorld";

describe("index: a pause of a build in another window", () => {
	const setUp = () => {
		const store = {
			isPaused: false,
			asked: 0,
			async paused() {
				store.asked++;
				return store.isPaused;
			},
		};
		const clock = manualClock();
		return { store, clock, watch: new PauseWatch(store, clock) };
	};

	it("is noticed before anything is sent", async () => {
		const { store, clock, watch } = setUp();
		await watch.assertNone();
		store.isPaused = true;
		await assert.rejects(watch.assertNone(), IndexPausedError);
		assert.equal(watch.signal.aborted, true);
		store.isPaused = false;
		await assert.rejects(watch.assertNone(), IndexPausedError, "it is stopped");
		assert.equal(clock.pending, 0);
	});

	it("is noticed during a wait for the gateway, so that nothing is sent afterwards", async () => {
		const { store, clock, watch } = setUp();
		watch.waits(true);
		watch.waits(true);
		for (const asked of [1, 2]) {
			clock.advance(5_000);
			await settled();
			assert.deepEqual([store.asked, watch.signal.aborted], [asked, false]);
		}
		store.isPaused = true;
		clock.advance(5_000);
		await settled();
		assert.ok(watch.signal.reason instanceof IndexPausedError);
		watch.dispose();
		assert.equal(clock.pending, 0);
	});

	it("is not checked for after the wait has ended", async () => {
		const { store, clock, watch } = setUp();
		watch.waits(true);
		watch.waits(false);
		clock.advance(60_000);
		assert.deepEqual([store.asked, clock.pending], [0, 0]);
	});
});

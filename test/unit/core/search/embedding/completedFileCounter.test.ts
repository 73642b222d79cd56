import assert from "node:assert/strict";
import { CompletedFileCounter } from "../../../../../src/core/search/embedding/completedFileCounter";
import { manualClock } from "../../memoryPorts";

describe("index: the number of finished files", () => {
	it("is counted only as often as that is cheap", async () => {
		const clock = manualClock();
		let unfinished = 10;
		const counting = async () => {
			clock.advance(20);
			return unfinished;
		};
		const files = new CompletedFileCounter({ unfinishedFiles: counting }, clock, false, 90);
		await files.count();
		assert.deepEqual(files.progress, { done: 80, total: 90 });
		unfinished = 7;
		await files.count();
		assert.deepEqual(files.progress, { done: 80, total: 90 });
		clock.advance(4_000);
		await files.count();
		assert.deepEqual(files.progress, { done: 83, total: 90 });
	});
});

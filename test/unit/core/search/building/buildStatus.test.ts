import assert from "node:assert/strict";
import { BuildStatus } from "../../../../../src/core/search/building/buildStatus";
import type { BuildProgress } from "../../../../../src/core/search/model/semanticIndex";
import { manualClock } from "../../memoryPorts";

const halfway: BuildProgress = { phase: "embedding", done: 1, total: 2 };

describe("search: the state of the index builder", () => {
	it("shows the previous state until a run takes more than one step", () => {
		const status = new BuildStatus();
		status.fail("Offline.");
		status.begin();
		assert.deepEqual([status.state, status.willFinish], [{ type: "failed", error: "Offline." }, true]);
		status.advance(halfway);
		assert.deepEqual(status.state, { type: "running", progress: halfway, asked: false });
		status.finish();
		assert.deepEqual([status.state, status.willFinish], [{ type: "idle" }, false]);
	});

	it("has a timer for the next attempt only until the next run or state", () => {
		const clock = manualClock();
		const timer = () => clock.after(1000, () => {});
		const status = new BuildStatus();
		for (const end of [() => status.begin(), () => status.pause(), () => status.cancelRetry()]) {
			for (const rest of [() => status.fail("Offline.", timer()), () => status.leaveToOther(timer())]) {
				rest();
				assert.deepEqual([clock.pending, status.isRetryDue], [1, true]);
				end();
				assert.deepEqual([clock.pending, status.isRetryDue], [0, false]);
			}
		}
	});

	it("ignores progress that is reported after the end of the run", () => {
		const clock = manualClock();
		const status = new BuildStatus();
		status.begin();
		status.fail(
			"Offline.",
			clock.after(1000, () => {}),
		);
		status.advance(halfway);
		assert.deepEqual([status.state.type, status.isRetryDue], ["failed", true]);
	});
});

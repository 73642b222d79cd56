import assert from "node:assert/strict";
import { ReportedLimits } from "../../../../src/core/gateway/limits/reportedLimits";
import { manualClock } from "../memoryPorts";

const origin = "https://g.example";
const key = "sk-one";

describe("limits: another key", () => {
	const most = (left: number) => ({
		headers: new Headers({ "x-ratelimit-limit-hour": "200", "x-ratelimit-remaining-hour": String(left) }),
		status: 200,
	});

	/** Returns limits that leave a key 40 requests, and counts their changes. */
	function withLimits() {
		const limits = new ReportedLimits(manualClock(0));
		limits.began(origin, key);
		limits.record(origin, key, most(40));
		limits.ended(origin, key);
		let count = 0;
		limits.onDidChange(() => count++);
		return { limits, changes: () => count };
	}

	it("does not replace known limits if the gateway refuses it", () => {
		const { limits, changes } = withLimits();
		limits.began(origin, "sk-wrong");
		limits.ended(origin, "sk-wrong");
		limits.record(origin, "sk-wrong", { ...most(0), status: 401 });
		const left = () => limits.current(origin).map((limit) => limit.left);
		assert.deepEqual([left(), changes(), limits.hasSpareRequests(origin)], [[40], 0, true]);
		// The previous key is still in use.
		limits.record(origin, key, most(39));
		assert.deepEqual([left(), changes()], [[39], 1]);
		limits.began(origin, "sk-right");
		limits.record(origin, "sk-right", most(199));
		limits.ended(origin, "sk-right");
		assert.deepEqual(left(), [199]);
	});

	it("replaces known limits with its first answer, even a 429 or a failure, but not with a refusal", () => {
		for (const [status, left, hasSpare] of [
			[429, 0, false],
			[500, 30, true],
			[400, 40, true],
			[401, 40, true],
			[403, 40, true],
		] as const) {
			const { limits, changes } = withLimits();
			limits.began(origin, "sk-new");
			limits.ended(origin, "sk-new");
			limits.record(origin, "sk-new", { ...most(left === 40 ? 7 : left), status });
			assert.deepEqual(
				[limits.current(origin).map((limit) => limit.left), limits.hasSpareRequests(origin), changes()],
				[[left], hasSpare, left === 40 ? 0 : 1],
			);
		}
	});

	it("keeps its limits when a request with the old key ends late", () => {
		const limits = new ReportedLimits(manualClock(0));
		limits.began(origin, "sk-old");
		limits.began(origin, "sk-new");
		limits.record(origin, "sk-new", most(150));
		limits.ended(origin, "sk-old");
		limits.record(origin, "sk-old", { ...most(0), status: 429 });
		assert.deepEqual(
			limits.current(origin).map(({ left }) => left),
			[150],
		);
		assert.equal(limits.hasSpareRequests(origin), true);
	});
});

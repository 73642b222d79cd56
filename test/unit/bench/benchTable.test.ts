import assert from "node:assert/strict";
import { benchTable } from "../../bench/benchTable";
import { atLeast, atMost, measured } from "../../bench/figure";

describe("bench: the table", () => {
	it("shows each figure beside its goal", () => {
		const figures = [
			measured("size", 148.26, "KB", atMost(150)),
			measured("recall", 0.98, "", atLeast(0.99)),
			measured("CPU per chunk", 1.65432, "µs"),
		];
		assert.deepEqual(benchTable(figures.map((figure) => ({ part: "start", ...figure }))).split("\n"), [
			"part   figure         value  unit    goal  holds",
			"─────  ─────────────  ─────  ────  ──────  ─────",
			"start  size           148.3  KB     ≤ 150  yes",
			"start  recall          0.98        ≥ 0.99  NO",
			"start  CPU per chunk  1.654  µs",
		]);
	});

	it("consists of its headings if there is nothing to show", () => {
		assert.equal(benchTable([]).split("\n").length, 2);
	});
});

describe("bench: a figure", () => {
	it("is compared with its goal before it is rounded", () => {
		assert.deepEqual(measured("ratio", 0.250004, "×", atMost(0.25)), {
			name: "ratio",
			value: 0.25,
			unit: "×",
			goal: "≤ 0.25",
			holds: false,
		});
		assert.equal(measured("ratio", 0.25, "×", atMost(0.25)).holds, true);
	});

	it("neither reaches nor misses its goal if it has none", () => {
		assert.deepEqual(measured("time", 12, "ms"), { name: "time", value: 12, unit: "ms", goal: null, holds: null });
	});
});

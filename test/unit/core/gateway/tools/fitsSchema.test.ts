import assert from "node:assert/strict";
import { fitsSchema } from "../../../../../src/core/gateway/tools/fitsSchema";

const schema = {
	type: "object",
	properties: {
		city: { type: "string", enum: ["Paris", "Oslo"] },
		days: { type: "array", items: { type: "integer" } },
		at: { type: ["object", "null"], properties: { x: { type: "number" } }, required: ["x"] },
	},
	required: ["city"],
	additionalProperties: false,
};

describe("tools: whether arguments fit a schema", () => {
	for (const [name, value, fits] of [
		["all of it", { city: "Paris", days: [1, 2], at: { x: 1.5 } }, true],
		["what is required alone", { city: "Oslo" }, true],
		["null where it is allowed", { city: "Oslo", at: null }, true],
		["a missing value", { days: [] }, false],
		["a value of another type", { city: 7 }, false],
		["a value that is not among the allowed ones", { city: "Rome" }, false],
		["an entry of another type", { city: "Paris", days: [1.5] }, false],
		["a missing value within another", { city: "Paris", at: {} }, false],
		["an unknown property", { city: "Paris", force: true }, false],
		["a list", [], false],
	] as const) {
		it(`${fits ? "accepts" : "refuses"} ${name}`, () => assert.equal(fitsSchema(value, schema), fits));
	}

	it("accepts anything where the schema says nothing", () => {
		for (const rules of [undefined, {}, true, { $ref: "#/x" }, { type: "unknown" }])
			assert.ok(fitsSchema({ a: [1, { b: null }] }, rules));
	});

	it("ends on schemas that contain themselves, and on long lists", () => {
		const loop: Record<string, unknown> = { type: "array" };
		loop.items = loop;
		let deep: unknown[] = [];
		for (let at = 0; at < 1_000; at++) deep = [deep];
		assert.ok(fitsSchema(deep, loop));
		assert.ok(
			fitsSchema(
				Array.from({ length: 100_000 }, () => []),
				loop,
			),
		);
	});
});

import assert from "node:assert/strict";
import { jsonFits } from "../../../../src/shared/untrusted/jsonShape";
import { limits } from "../../../../src/shared/untrusted/limits";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("limits: the shape of JSON", () => {
	it("accepts the maximum depth, and refuses one level more", () => {
		assert.equal(jsonFits(nested(limits.jsonDepth)), true);
		assert.equal(jsonFits(nested(limits.jsonDepth + 1)), false);
		assert.equal(jsonFits('{"a":'.repeat(limits.jsonDepth + 1)), false);
	});

	it("accepts the maximum number of values, and refuses one more", () => {
		const list = (values: number) => `[${Array(values).fill("0").join(",")}]`;
		// The list itself counts as one value.
		assert.equal(jsonFits(list(limits.jsonValues - 1)), true);
		assert.equal(jsonFits(list(limits.jsonValues)), false);
	});

	it("does not count characters in strings", () => {
		assert.equal(jsonFits(JSON.stringify([nested(1000), '"[{', "\\", '\\"[['])), true);
	});
});

import assert from "node:assert/strict";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { embedWithSplitting } from "../../../../../src/core/search/embedding/embedWithSplitting";

describe("index: a text that is too long for its model", () => {
	it("is never cut in the middle of a character", async () => {
		const embedded: string[] = [];
		const text = `a${"🚀".repeat(1_000)}`;
		await embedWithSplitting(text, async (part) => {
			if (part.length > 600) throw new GatewayError("contextOverflow", "Too long.");
			embedded.push(part);
			return new Float32Array([1, 2]);
		});
		assert.equal(embedded.join(""), text);
		assert.ok(embedded.every((part) => part.isWellFormed()));
	});
});

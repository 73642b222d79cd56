import assert from "node:assert/strict";
import { CapabilityStore } from "../../../../../src/core/gateway/capabilities/capabilityStore";
import { GatewayError } from "../../../../../src/core/gateway/gatewayError";
import { FailedBatch } from "../../../../../src/core/search/embedding/batch";
import { BatchSize } from "../../../../../src/core/search/embedding/batchSize";
import { memoryState } from "../../memoryPorts";

/** Returns the successive sizes of batches while all succeed. */
async function sizes(dimension: number): Promise<number[]> {
	const capabilities = new CapabilityStore(memoryState());
	await capabilities.record("demo", "model", { embeddingArrays: true });
	const batch = new BatchSize("demo", "model", capabilities);
	const asked: number[] = [];
	for (let i = 0; i < 20; i++) {
		asked.push(batch.current);
		await batch.passed(batch.current, dimension);
	}
	return [...new Set(asked)];
}

describe("index: the size of a batch", () => {
	it("grows as long as batches succeed", async () => {
		assert.deepEqual(await sizes(384), [10, 20, 40, 64]);
	});

	it("grows less if vectors are long, because reading a large answer blocks the extension host", async () => {
		assert.deepEqual([await sizes(1024), await sizes(4096)], [[10, 20, 32], [10]]);
	});

	it("is one, for this build alone, if loading the model made the first two texts wait too long", async () => {
		const capabilities = new CapabilityStore(memoryState());
		const batch = new BatchSize("demo", "model", capabilities);
		const contents = [1, 2].map((id) => ({ id, text: "text", path: "a.ts" }));
		await batch.tooMany(new FailedBatch({ contents }, new GatewayError("timeout", "No answer.")));
		assert.deepEqual([batch.current, batch.unknown], [1, false]);
		assert.deepEqual(capabilities.get("demo", "model"), {});
		assert.ok(new BatchSize("demo", "model", capabilities).unknown, "the next build tries again");
	});
});

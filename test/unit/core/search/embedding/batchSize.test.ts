import assert from "node:assert/strict";
import type { Capabilities } from "../../../../../src/core/gateway/capabilities/capabilities";
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

	it("says how many requests a build takes, from what is known of the model", async () => {
		const requests = async (known: Capabilities) => {
			const capabilities = new CapabilityStore(memoryState());
			await capabilities.record("demo", "model", known);
			return new BatchSize("demo", "model", capabilities).requestsFor(1_000);
		};
		assert.equal(await requests({ embeddingArrays: false }), 1_000);
		assert.equal(await requests({ embeddingArrays: true, embeddingBatch: 50, embeddingBatchLimited: true }), 20);
		assert.equal(await requests({ embeddingArrays: true, dimension: 4096 }), 100);
		// 3 with 10 texts, 3 with 20, 3 with 40, and the other 790 with 64.
		assert.equal(await requests({ embeddingArrays: true, dimension: 384 }), 22);
		assert.equal(await requests({ embeddingArrays: true, embeddingBatch: 64 }), 16);
	});

	it("keeps the dimension, which limits it, for the next estimate", async () => {
		const capabilities = new CapabilityStore(memoryState());
		await capabilities.record("demo", "model", { embeddingArrays: true });
		await new BatchSize("demo", "model", capabilities).passed(10, 4096);
		assert.equal(capabilities.get("demo", "model").dimension, 4096);
	});
});

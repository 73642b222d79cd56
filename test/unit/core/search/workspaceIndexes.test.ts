import assert from "node:assert/strict";
import { CapabilityStore } from "../../../../src/core/gateway/capabilities/capabilityStore";
import type { EmbeddingTarget } from "../../../../src/core/search/model/embeddingTarget";
import { WorkspaceIndexes } from "../../../../src/core/search/workspaceIndexes";
import { manualClock, memoryState } from "../memoryPorts";
import { FakeStore } from "./fakeStore";

const targetOf = (model: string) => ({ href: "https://gateway.test/v1", model }) as EmbeddingTarget;

describe("index: the indexes of a workspace", () => {
	const setUp = () => {
		const stores = new Map<string, FakeStore>();
		const chosen = { model: "a" };
		const indexes = new WorkspaceIndexes({
			target: async () => targetOf(chosen.model),
			files: { folders: () => [], async *list() {}, unlisted: () => [], read: async () => undefined },
			open: async ({ model }) => {
				const store = new FakeStore();
				stores.set(model, store);
				return store.asStore;
			},
			remove: async () => {},
			capabilities: new CapabilityStore(memoryState()),
			clock: manualClock(),
		});
		return { stores, chosen, indexes };
	};

	it("are separate for each model, and a caller keeps its own", async () => {
		const { stores, chosen, indexes } = setUp();
		const first = await indexes.current();
		chosen.model = "b";
		const second = await indexes.current();
		assert.notEqual(first.key, second.key);
		await first.withLock(false, async () => {});
		assert.deepEqual([...stores.keys()], ["a"]);
	});

	it("are closed when another model is chosen, but not during a run", async () => {
		const { stores, chosen, indexes } = setUp();
		const first = await indexes.current();
		await first.withLock(false, async () => {
			chosen.model = "b";
			const second = await indexes.current();
			await second.withLock(false, async () => {});
			assert.deepEqual(stores.get("a")?.calls, ["lock"]);
		});
		assert.deepEqual(stores.get("a")?.calls, ["lock", "close"]);
		assert.deepEqual(stores.get("b")?.calls, ["lock", "unlock"]);
		chosen.model = "a";
		await indexes.current();
		assert.deepEqual(stores.get("b")?.calls, ["lock", "unlock", "close"]);
	});
});

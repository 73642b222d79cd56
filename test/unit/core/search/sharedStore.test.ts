import assert from "node:assert/strict";
import { BuiltElsewhereError } from "../../../../src/core/search/model/semanticIndex";
import { SharedStore } from "../../../../src/core/search/sharedStore";
import { FakeStore } from "./fakeStore";

describe("index: its store", () => {
	const setUp = () => {
		const opened: FakeStore[] = [];
		const world = { there: true, failure: undefined as Error | undefined };
		const shared = new SharedStore(async (make) => {
			if (world.failure) throw world.failure;
			if (!world.there && !make) return undefined;
			world.there = true;
			const store = new FakeStore();
			opened.push(store);
			return store.asStore;
		});
		return { world, shared, opened };
	};
	const locks = async () => {};

	it("is opened once for simultaneous callers", async () => {
		const { shared, opened } = setUp();
		const [one, other] = await Promise.all([shared.get(false), shared.get(true)]);
		assert.equal(one, other);
		assert.equal(opened.length, 1);
	});

	it("is created for a caller that requests it, while others find none", async () => {
		const { world, shared, opened } = setUp();
		world.there = false;
		const [none, made] = await Promise.all([shared.get(false), shared.get(true)]);
		assert.equal(none, undefined);
		assert.equal(made, opened[0]);
		assert.equal(await shared.withLock(false, locks), undefined);
	});

	it("is opened again after a failure, or after it has ended", async () => {
		const { world, shared, opened } = setUp();
		world.failure = new Error("The disk is full.");
		await assert.rejects(Promise.all([shared.get(false), shared.get(true)]), /The disk is full/);
		world.failure = undefined;
		const first = await shared.get(false);
		Object.assign(first ?? {}, { ended: true });
		assert.notEqual(await shared.get(false), first);
		assert.equal(opened.length, 2);
	});

	it("prevents builds in other windows until the last run has ended, with or without success", async () => {
		const { shared, opened } = setUp();
		await shared.withLock(false, () => shared.withLock(false, locks));
		assert.deepEqual(opened[0]?.calls, ["lock", "lock", "unlock"]);
		const failing = shared.withLock(false, () => Promise.reject(new Error("The gateway is down.")));
		await assert.rejects(failing, /The gateway is down/);
		assert.deepEqual(opened[0]?.calls.slice(3), ["lock", "unlock"]);
		Object.assign(opened[0] ?? {}, { free: false });
		await assert.rejects(shared.withLock(false, locks), BuiltElsewhereError);
	});

	it("is closed when it is no longer used, but not during a run", async () => {
		const { shared, opened } = setUp();
		let letGo = () => {};
		const running = shared.withLock(false, () => new Promise<void>((resolve) => (letGo = resolve)));
		await new Promise((resolve) => setImmediate(resolve));
		await shared.setRetained(false);
		assert.deepEqual(opened[0]?.calls, ["lock"]);
		letGo();
		await running;
		assert.deepEqual(opened[0]?.calls, ["lock", "close"]);
		await shared.setRetained(true);
		await shared.get(false);
		await shared.setRetained(false);
		assert.deepEqual(opened[1]?.calls, ["close"]);
	});
});

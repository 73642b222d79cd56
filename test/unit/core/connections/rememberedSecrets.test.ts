import assert from "node:assert/strict";
import { rememberedSecrets } from "../../../../src/core/connections/rememberedSecrets";
import { memorySecrets } from "../memoryPorts";

describe("key: secrets in memory", () => {
	function setUp() {
		const store = memorySecrets();
		let reads = 0;
		const counted = {
			...store,
			get: (name: string) => {
				reads++;
				return store.get(name);
			},
		};
		return { store, counted, secrets: rememberedSecrets(counted), reads: () => reads };
	}

	it("are read once", async () => {
		const { store, secrets, reads } = setUp();
		await store.set("a", "one");
		await store.set("b", "two");
		for (let time = 0; time < 3; time++) assert.equal(await secrets.get("a"), "one");
		assert.equal(await secrets.get("b"), "two");
		assert.equal(reads(), 2);
	});

	it("are read again when another window has changed or removed them", async () => {
		const { store, secrets } = setUp();
		await store.set("a", "one");
		assert.equal(await secrets.get("a"), "one");
		await store.set("a", "two");
		assert.equal(await secrets.get("a"), "two");
		await store.delete("a");
		assert.equal(await secrets.get("a"), undefined);
	});

	it("are dropped before listeners are notified of the change", async () => {
		const { store, secrets } = setUp();
		await store.set("a", "one");
		await secrets.get("a");
		const heard = new Promise((resolve) => secrets.onDidChange((name) => resolve(secrets.get(name))));
		await store.set("a", "two");
		assert.equal(await heard, "two");
	});

	it("are read again after a change of this window, even before its event", async () => {
		const { store, counted } = setUp();
		const secrets = rememberedSecrets({ ...counted, onDidChange: () => ({ dispose() {} }) });
		await secrets.set("a", "one");
		assert.equal(await secrets.get("a"), "one");
		await secrets.set("a", "two");
		assert.equal(await secrets.get("a"), "two");
		await secrets.delete("a");
		assert.equal(await secrets.get("a"), undefined);
		assert.equal(store.values.size, 0);
	});

	it("are not kept if they change while they are read", async () => {
		const { store, counted } = setUp();
		await store.set("a", "old");
		let release = () => {};
		const changed = new Promise<void>((resolve) => (release = resolve));
		const get = async (name: string) => {
			const value = await counted.get(name);
			await changed;
			return value;
		};
		const secrets = rememberedSecrets({ ...counted, get });
		const reading = secrets.get("a");
		await store.set("a", "new");
		release();
		assert.equal(await reading, "old");
		assert.equal(await secrets.get("a"), "new");
	});

	it("are read again if they are missing, or cannot be read", async () => {
		const { store, counted } = setUp();
		let isLocked = true;
		const get = (name: string) => (isLocked ? Promise.reject(new Error("locked")) : counted.get(name));
		const secrets = rememberedSecrets({ ...counted, get });
		await assert.rejects(secrets.get("a"), /locked/);
		isLocked = false;
		assert.equal(await secrets.get("a"), undefined);
		store.values.set("a", "one");
		assert.equal(await secrets.get("a"), "one");
	});
});

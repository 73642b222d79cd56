import assert from "node:assert/strict";
import { temporaryKeyEnd } from "../../../../src/core/connections/connection";
import { KeyStore } from "../../../../src/core/connections/keyStore";
import { memorySecrets, memoryState } from "../memoryPorts";

describe("key: the store", () => {
	const origin = "https://llm.example.org";

	it("keeps the key only in the secret store, and its facts in the state", async () => {
		const secrets = memorySecrets();
		const state = memoryState();
		const keys = new KeyStore(secrets, state);
		await keys.set(origin, " sk-secret\n", { addedAt: 1, endsAt: 2 });
		assert.equal(await keys.get(origin), "sk-secret");
		assert.deepEqual([...secrets.values.values()], ["sk-secret"]);
		assert.ok(![...state.values.values()].join().includes("sk-secret"));
		assert.deepEqual(keys.facts(origin), { addedAt: 1, endsAt: 2 });
	});

	it("keeps keys apart by origin, and deletes one with its facts", async () => {
		const keys = new KeyStore(memorySecrets(), memoryState());
		await keys.set(origin, "one", { addedAt: 1 });
		await keys.set("https://other.example", "two", { addedAt: 1 });
		await keys.delete(origin);
		assert.equal(await keys.get(origin), undefined);
		assert.equal(keys.facts(origin), undefined);
		assert.equal(await keys.get("https://other.example"), "two");
	});

	it("notifies about changes by origin", async () => {
		const secrets = memorySecrets();
		const changed: string[] = [];
		new KeyStore(secrets, memoryState()).onDidChange((value) => changed.push(value));
		await new KeyStore(secrets, memoryState()).set(origin, "key from another window", { addedAt: 1 });
		await secrets.set("something.else", "x");
		assert.deepEqual(changed, [origin]);
	});

	it("marks a refused key without changing it, and removes the mark", async () => {
		const secrets = memorySecrets();
		const keys = new KeyStore(secrets, memoryState());
		await keys.set(origin, "sk-secret", { addedAt: 1, endsAt: 2 });
		const told: string[] = [];
		keys.onDidChange((value) => told.push(value));
		await keys.mark(origin, keys.version(origin), 7);
		await keys.mark(origin, keys.version(origin), 8);
		assert.deepEqual(keys.facts(origin), { addedAt: 1, endsAt: 2, refusedAt: 7 });
		assert.equal(keys.stateOf(origin, 0).type, "refused");
		assert.deepEqual([...secrets.values.values()], ["sk-secret"]);
		await keys.mark(origin, keys.version(origin), undefined);
		await keys.mark(origin, keys.version(origin), undefined);
		assert.deepEqual(keys.facts(origin), { addedAt: 1, endsAt: 2 });
		assert.equal(told.length, 2, "it tells of changes, and of nothing else");
	});

	it("does not mark a key because the previous one was refused", async () => {
		const keys = new KeyStore(memorySecrets(), memoryState());
		await keys.set(origin, "old", { addedAt: 1 });
		const version = keys.version(origin);
		await keys.set(origin, "new", { addedAt: 2 });
		await keys.mark(origin, version, 3);
		assert.deepEqual(keys.facts(origin), { addedAt: 2 });
	});

	it("reports a missing key until there is one again", async () => {
		const secrets = memorySecrets();
		const keys = new KeyStore(secrets, memoryState());
		assert.equal(await keys.get(origin), undefined);
		assert.equal(keys.stateOf(origin, 0).type, "none");
		await keys.set(origin, "key", { addedAt: 1 });
		secrets.values.clear();
		let told = 0;
		keys.onDidChange(() => told++);
		assert.equal(await keys.get(origin), undefined);
		assert.equal(await keys.get(origin), undefined);
		assert.equal(keys.stateOf(origin, 0).type, "missing");
		assert.equal(told, 1);
		await keys.set(origin, "key", { addedAt: 2 });
		assert.equal(keys.stateOf(origin, 0).type, "permanent");
	});

	it("removes a mark when another window sets a key, even if that window's facts arrive late", async () => {
		const secrets = memorySecrets();
		const here = memoryState();
		const keys = new KeyStore(secrets, here);
		await keys.set(origin, "old", { addedAt: 1 });
		await keys.mark(origin, keys.version(origin), 5);
		await new KeyStore(secrets, memoryState()).set(origin, "new", { addedAt: 6 });
		assert.equal(keys.stateOf(origin, 0).type, "permanent");
		await keys.mark(origin, keys.version(origin), 8);
		assert.equal(keys.stateOf(origin, 0).type, "refused", "the new key may be refused too");
	});

	it("gives a renewed key another 30 days, and no marks", async () => {
		const keys = new KeyStore(memorySecrets(), memoryState());
		await keys.set(origin, "key", { addedAt: 1, endsAt: 2, refusedAt: 3 });
		const now = 100 * 86_400_000;
		assert.equal(await keys.renew(origin, now), now + 30 * 86_400_000);
		assert.deepEqual(keys.facts(origin), { addedAt: 1, endsAt: now + 30 * 86_400_000 });
	});

	it("gives a renewed key as many days as its gateway states", async () => {
		const keys = new KeyStore(memorySecrets(), memoryState());
		await keys.set(origin, "key", { addedAt: 1, endsAt: 2, days: 180 });
		for (const now of [100 * 86_400_000, 200 * 86_400_000]) {
			assert.equal(await keys.renew(origin, now), now + 180 * 86_400_000);
			assert.deepEqual(keys.facts(origin), { addedAt: 1, endsAt: now + 180 * 86_400_000, days: 180 });
		}
	});

	it("restores the secret of the headers unless a key is saved with another", async () => {
		const keys = new KeyStore(memorySecrets(), memoryState());
		const tries = (secret: string, after: () => Promise<unknown>) =>
			keys.tryHeaderSecret(origin, async () => {
				await keys.setHeaderSecret(origin, secret);
				return after();
			});
		await tries("left", async () => undefined);
		assert.equal(await keys.headerSecret(origin), undefined, "nothing was stored before");
		await tries("first", () => keys.set(origin, "key", { addedAt: 1 }));
		await tries("left", async () => undefined);
		await assert.rejects(
			tries("refused", () => Promise.reject(new Error("refused"))),
			/refused/,
		);
		assert.equal(await keys.headerSecret(origin), "first");
		await tries("second", () => keys.set(origin, "key", { addedAt: 2 }));
		assert.equal(await keys.headerSecret(origin), "second");
	});

	it("keeps the old key's facts when a new one cannot be stored", async () => {
		const secrets = memorySecrets();
		const keys = new KeyStore(secrets, memoryState());
		await keys.set(origin, "old", { addedAt: 1 });
		secrets.set = () => Promise.reject(new Error("locked"));
		await assert.rejects(keys.set(origin, "new", { addedAt: 2 }), /locked/);
		assert.deepEqual(keys.facts(origin), { addedAt: 1 });
	});

	it("ends a temporary key after 30 days", () => {
		assert.equal(temporaryKeyEnd(0), 30 * 86_400_000);
	});
});

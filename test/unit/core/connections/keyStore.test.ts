import assert from "node:assert/strict";
import { temporaryKeyEnd } from "../../../../src/core/connections/connection";
import { KeyStore } from "../../../../src/core/connections/keyStore";
import { memorySecrets, memoryState } from "../memoryPorts";

describe("KeyStore", () => {
	const origin = "https://llm.example.org";

	it("keeps the key in the secret store alone, and facts beside it", async () => {
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

	it("tells of changes by origin", async () => {
		const secrets = memorySecrets();
		const changed: string[] = [];
		new KeyStore(secrets, memoryState()).onDidChange((value) => changed.push(value));
		await new KeyStore(secrets, memoryState()).set(origin, "key from another window", { addedAt: 1 });
		await secrets.set("something.else", "x");
		assert.deepEqual(changed, [origin]);
	});

	it("ends a temporary key after 30 days", () => {
		assert.equal(temporaryKeyEnd(0), 30 * 86_400_000);
	});
});

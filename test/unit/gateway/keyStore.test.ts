import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyFileIn } from "../../gateway/keys/keyFile";
import { KeyStore } from "../../gateway/keys/keyStore";
import { closeGatewaysAfterEach, openGateway } from "./gatewayHarness";
import { signedIn, TestClock } from "./webClient";

describe("gateway: keys kept in a folder", () => {
	closeGatewaysAfterEach();

	let parent: string;
	let dataFolder: string;
	let path: string;
	beforeEach(async () => {
		parent = await mkdtemp(join(tmpdir(), "gatehouse-keys-"));
		dataFolder = join(parent, "made", "by the gateway");
		path = join(dataFolder, "keys.json");
	});
	afterEach(() => rm(parent, { recursive: true, force: true }));

	const openStore = () => KeyStore.open(keyFileIn(dataFolder), Date.now);

	it("survive a restart, with their accounts, kinds and ends", async () => {
		const clock = new TestClock();
		const first = await openGateway({ dataFolder, now: clock.now });
		const client = await signedIn(first.gateway);
		const keys = [await client.createKey("laptop"), await client.createKey("Sam", "temporary")];
		const before = await client.keys();
		await first.gateway.close();
		const second = await openGateway({ dataFolder, now: clock.now });
		const again = await signedIn(second.gateway);
		assert.deepEqual(await again.keys(), before);
		assert.deepEqual(await (await signedIn(second.gateway, "bob")).keys(), []);
		for (const key of keys) {
			assert.equal((await second.get("/v1/models", { headers: { authorization: `Bearer ${key}` } })).status, 200);
		}
		await again.submit(`/keys/${before[0]?.id}/delete`);
		await second.gateway.close();
		const third = await openGateway({ dataFolder, now: clock.now });
		const response = await third.get("/v1/models", { headers: { authorization: `Bearer ${keys[0]}` } });
		assert.equal(response.status, 401);
	});

	it("stay in memory without a folder", async () => {
		const { gateway } = await openGateway();
		await (await signedIn(gateway)).createKey("laptop");
		await gateway.close();
		const { gateway: again } = await openGateway();
		assert.deepEqual(await (await signedIn(again)).keys(), []);
	});

	it("are hashes, in files that only their owner can read", async () => {
		const { gateway } = await openGateway({ dataFolder });
		const key = await (await signedIn(gateway)).createKey("laptop");
		const text = await readFile(path, "utf8");
		assert.ok(!text.includes(key) && !text.includes(key.slice(5)) && !text.includes(gateway.key));
		const [record] = JSON.parse(text).keys;
		assert.match(record.hash, /^[0-9a-f]{64}$/);
		assert.deepEqual(Object.keys(record).sort(), ["account", "endsOn", "hash", "id", "madeOn", "name"]);
		if (process.platform === "win32") return;
		assert.equal((await stat(path)).mode & 0o777, 0o600);
		assert.equal((await stat(dataFolder)).mode & 0o777, 0o700);
	});

	it("lose no change when there are many at once", async () => {
		const store = await openStore();
		const keys = await Promise.all(Array.from({ length: 20 }, (_, i) => store.create("ada", `key ${i}`, "permanent")));
		const records = store.list("ada");
		await Promise.all(records.slice(0, 5).map(({ id }) => store.delete("ada", id)));
		const again = await openStore();
		assert.deepEqual(again.list("ada"), records.slice(5));
		assert.deepEqual(
			keys.map((key) => again.check(key)),
			keys.map((_, i) => (i < 5 ? "unknown" : "good")),
		);
		assert.deepEqual(await readdir(dataFolder), ["keys.json"]);
	});

	it("are always a valid file, even if several processes write it: the last one wins", async () => {
		const [one, other] = [await openStore(), await openStore()];
		const write = async (store: KeyStore, account: string) => {
			for (let i = 0; i < 20; i++) {
				await store.create(account, "x".repeat(1 + i * 50), "permanent");
				JSON.parse(await readFile(path, "utf8"));
			}
		};
		await Promise.all([write(one, "ada"), write(other, "bob")]);
		await one.create("ada", "the last", "permanent");
		const again = await openStore();
		assert.deepEqual(again.list("ada"), one.list("ada"));
		assert.deepEqual(again.list("bob"), []);
		assert.deepEqual(await readdir(dataFolder), ["keys.json"]);
	});

	it("change only if the change is stored", async () => {
		const store = await openStore();
		const key = await store.create("ada", "laptop", "permanent");
		const [record] = store.list("ada");
		// A folder instead of the file: nothing can be moved over it.
		await rm(path);
		await mkdir(path);
		await assert.rejects(store.create("ada", "other", "permanent"));
		await assert.rejects(store.delete("ada", record?.id ?? ""));
		assert.deepEqual(store.list("ada"), [record]);
		assert.equal(store.check(key), "good");
		assert.deepEqual(await readdir(dataFolder), ["keys.json"]);
		await rm(path, { recursive: true });
		await store.create("ada", "other", "permanent");
		assert.equal((await openStore()).list("ada").length, 2);
	});

	it("are not read from another program's file, which stays as it is", async () => {
		await mkdir(dataFolder, { recursive: true });
		const record = { id: "a", account: "b", name: "c", hash: "d", madeOn: 1, endsOn: null };
		const wrong = [
			"",
			"{",
			"[]",
			"{}",
			'{"version":2,"keys":[]}',
			'{"version":1,"keys":{}}',
			'{"version":1,"keys":[1]}',
		];
		const torn = [
			{ ...record, hash: 1 },
			{ ...record, account: "" },
			{ ...record, madeOn: "1" },
			{ ...record, endsOn: "1" },
		];
		for (const text of [...wrong, ...torn.map((key) => JSON.stringify({ version: 1, keys: [key] }))]) {
			await writeFile(path, text);
			await assert.rejects(openGateway({ dataFolder }), /keys\.json was not written by this gateway/);
			assert.equal(await readFile(path, "utf8"), text);
		}
		await writeFile(path, JSON.stringify({ version: 1, keys: [record] }));
		await openGateway({ dataFolder });
	});
});

import assert from "node:assert/strict";
import { checkConnection } from "../../../../src/core/connections/checkConnection";
import { parseBaseUrl } from "../../../../src/core/gateway/baseUrl";
import { type DemoGateway, startGateway } from "../../../gateway/demoGateway";
import { canaryKey, closing, never, opener } from "../gateway/gatewayHarness";
import { connectionsOver } from "./connectionHarness";

const openGateway = opener();

describe("connection: the store", () => {
	it("has no gateway at first, and says how to add one", () => {
		const { connections } = connectionsOver();
		assert.equal(connections.current, undefined);
		assert.throws(() => connections.required(), { name: "UserError", actions: ["connect"] });
	});

	it("adds a gateway, keeps its key under its origin, and uses it", async () => {
		const t = connectionsOver([{ name: "Old", url: "https://old.example/v1" }]);
		let told = 0;
		t.connections.onDidChange(() => told++);
		await t.connections.add({ name: "New", url: "https://new.example/llm" }, "sk-new", 9);
		assert.equal(t.connections.current?.name, "New");
		assert.equal(await t.keys.get("https://new.example"), "sk-new");
		const addedAt = t.clock.now();
		const endsAt = addedAt + 9 * 86_400_000;
		assert.deepEqual(t.keys.facts("https://new.example"), { addedAt, endsAt, days: 9 });
		assert.deepEqual(t.entries(), [
			{ name: "Old", url: "https://old.example/v1" },
			{ name: "New", url: "https://new.example/llm/v1" },
		]);
		assert.ok(told > 0);
	});

	it("replaces the entry for the same address, however that is written", async () => {
		const t = connectionsOver([
			{ name: "Mine", url: "https://host.example/v1/chat/completions", keysPage: "https://host.example/keys" },
			{ name: "Broken", url: "not a url" },
		]);
		await t.connections.add({ name: "Mine again", url: "https://host.example" }, "k1");
		assert.deepEqual(
			t.entries().map(({ name }) => name),
			["Broken", "Mine again"],
		);
	});

	it("keeps an address as given if the gateway answers there, and uses it after a restart", async () => {
		const t = connectionsOver();
		const url = "https://host.example/v1beta/openai";
		await t.connections.add({ name: "Gemini", url, appendV1: false }, "k1");
		assert.deepEqual(t.entries(), [{ name: "Gemini", url, appendV1: false }]);
		const later = connectionsOver(t.entries(), t.state).connections;
		assert.equal(later.current?.base.href, url);
		assert.equal(later.current?.keysPage, "https://host.example");
	});

	it("keeps names of models if a gateway does not list them, requests no list, and drops them when there is one", async () => {
		const t = connectionsOver();
		const url = "https://host.example/inference";
		await t.connections.add({ name: "Unlisted", url, appendV1: false, models: ["gpt-x", "embed-y"] }, "k1");
		const later = connectionsOver(t.entries(), t.state);
		const connection = later.connections.required();
		assert.deepEqual(connection.models, ["gpt-x", "embed-y"]);
		// There is no server at this address.
		const models = await later.catalog.refresh(connection, never);
		assert.deepEqual(models.map(({ id }) => id).sort(), ["embed-y", "gpt-x"]);
		await t.connections.add({ name: "Unlisted", url, appendV1: false }, "k1");
		assert.deepEqual(t.entries(), [{ name: "Unlisted", url, appendV1: false }]);
	});

	it("ignores a value that is not a list of names", () => {
		for (const models of ["m", 1, null, [], [1, null], { 0: "m" }]) {
			const t = connectionsOver([{ name: "A", url: "https://a.example", models }]);
			assert.equal(t.connections.required().models, undefined);
		}
	});

	it("reads an entry of an earlier version, or a manual one, as at /v1, with its key and models", async () => {
		const old = [{ name: "Mine", url: "https://host.example/llm" }];
		const t = connectionsOver(old);
		await t.connections.add({ name: "Mine", url: "https://host.example/llm/v1" }, "k1");
		await t.models.connected(t.connections.required(), [{ id: "m", kind: "chat" }]);
		for (const entries of [old, t.entries()]) {
			t.edit(entries);
			const connection = t.connections.required();
			assert.equal(connection.base.href, "https://host.example/llm/v1");
			assert.equal(await t.keys.get(connection.base.origin), "k1");
			assert.equal(t.models.current(connection), "m");
			assert.equal(t.catalog.cached(connection)?.length, 1);
		}
	});

	it("keeps one gateway with its key, page and model when it begins to answer at /v1", async () => {
		const keysPage = "https://host.example/keys";
		const given = { name: "Mine", url: "https://host.example", appendV1: false, keysPage };
		const t = connectionsOver([given]);
		await t.connections.add(given, "k1");
		await t.models.choose(t.connections.required(), "chat", "m");
		const other = connectionsOver(t.entries(), t.state).connections;
		await t.connections.add({ name: "Mine", url: "https://host.example/v1" }, "k1");
		assert.deepEqual(t.entries(), [{ name: "Mine", url: "https://host.example/v1", keysPage }]);
		assert.equal(t.models.current(t.connections.required()), "m");
		await t.connections.add({ name: "Mine", url: "https://host.example", appendV1: false }, "k1");
		assert.deepEqual(
			t.entries(),
			[given].map(({ name, url, appendV1 }) => ({ name, url, appendV1, keysPage })),
		);
		// A window that was open the whole time.
		assert.equal(other.current?.base.href, "https://host.example");
	});

	it("removes the gateway at the address as given, and no other", async () => {
		const t = connectionsOver([
			{ name: "Mine", url: "https://host.example/api", appendV1: false },
			{ name: "Mine", url: "https://host.example/other" },
		]);
		await t.connections.remove(t.connections.required(), false);
		assert.deepEqual(
			t.entries().map(({ url }) => url),
			["https://host.example/other"],
		);
	});

	it("leaves out an address that cannot be read, and says so in the log", () => {
		const { connections, log } = connectionsOver([
			{ name: "Broken", url: "ftp://x" },
			{ name: "Good", url: "https://good.example" },
		]);
		assert.deepEqual(
			connections.all().map(({ name }) => name),
			["Good"],
		);
		assert.match(log.lines.join(), /Broken.*https:\/\//);
	});

	it("opens the gateway's page of keys, or else its origin", () => {
		const { connections } = connectionsOver([
			{ name: "A", url: "https://a.example/v1", keysPage: "https://a.example/keys" },
			{ name: "B", url: "https://b.example/v1" },
			{ name: "C", url: "https://c.example/v1", keysPage: "command:workbench.action.quit" },
		]);
		assert.deepEqual(
			connections.all().map(({ keysPage }) => keysPage),
			["https://a.example/keys", "https://b.example", "https://c.example"],
		);
	});

	it("asks for the key when there is none, and reads it at each request", async () => {
		const server = await startGateway({ keys: [canaryKey] });
		try {
			const t = connectionsOver([{ name: "Demo", url: server.url }]);
			const gateway = t.connections.open(t.connections.required());
			await assert.rejects(gateway.listModels(never), {
				name: "UserError",
				actions: ["setApiKey", "openMyKeys", "retry"],
			});
			assert.equal(server.requests.length, 0);
			await t.keys.set(server.url, "wrong key".replace(" ", ""), { addedAt: 1 });
			await assert.rejects(gateway.listModels(never), { reason: "unauthorized" });
			await t.keys.set(server.url, canaryKey, { addedAt: 1 });
			assert.equal((await gateway.listModels(never)).length, 3);
		} finally {
			await server.close();
		}
	});
});

describe("models: the catalog and the choice", () => {
	let server: DemoGateway;
	before(async () => {
		server = await startGateway({ keys: [canaryKey] });
	});
	after(() => closing(server));

	it("are cached, and become stale", async () => {
		const t = connectionsOver();
		const connection = await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		assert.equal(t.catalog.cached(connection), undefined);
		assert.ok(t.catalog.isStale(connection));
		await t.catalog.refresh(connection, never);
		assert.equal(t.catalog.cached(connection)?.length, 3);
		assert.ok(!t.catalog.isStale(connection));
		t.clock.advance(3_600_001);
		assert.ok(t.catalog.isStale(connection));
	});

	it("are corrected with what a refusal showed", async () => {
		const t = connectionsOver();
		const connection = await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		await t.catalog.refresh(connection, never);
		let told = 0;
		t.catalog.onDidChange(() => told++);
		await t.capabilities.record(connection.base.href, "demo-echo", { kind: "embedding", contextLength: 77 });
		assert.equal(told, 1);
		const echo = t.catalog.cached(connection)?.find(({ id }) => id === "demo-echo");
		assert.equal(echo?.kind, "embedding");
		assert.equal(echo?.contextLength ?? 77, echo?.contextLength);
	});

	it("keep the cached models when a refresh fails", async () => {
		const t = connectionsOver();
		const connection = await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		await t.catalog.refresh(connection, never);
		server.script({ status: 403, body: "not today" });
		await assert.rejects(t.catalog.refresh(connection, never), { reason: "forbidden" });
		assert.equal(t.catalog.cached(connection)?.length, 3);
	});

	it("begin with the most suitable chat model at a new gateway, never an embedding model", async () => {
		const t = connectionsOver();
		const connection = await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		assert.throws(() => t.models.required(connection), { name: "UserError", actions: ["selectModel"] });
		const found = await checkConnection(openGateway, connection.base, canaryKey, never);
		await t.models.connected(connection, [...found].reverse());
		assert.equal(t.models.current(connection), "demo-chat");
	});

	it("keep a chosen model that the gateway offers", async () => {
		const t = connectionsOver();
		t.settings.model = "demo-echo";
		const connection = await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		await t.models.connected(connection, await checkConnection(openGateway, connection.base, canaryKey, never));
		assert.equal(t.models.required(connection), "demo-echo");
	});

	it("allow another model once, unless the gateway is known not to offer it", async () => {
		const t = connectionsOver();
		t.settings.model = "demo-echo";
		const connection = await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		assert.equal(t.models.required(connection, "gone"), "gone", "nobody knows");
		await t.models.connected(connection, await checkConnection(openGateway, connection.base, canaryKey, never));
		assert.equal(t.models.required(connection, "demo-chat"), "demo-chat");
		assert.equal(t.models.required(connection, "gone"), "demo-echo");
	});
});

describe("connect: the check of a connection", () => {
	let server: DemoGateway;
	before(async () => {
		server = await startGateway({ keys: [canaryKey] });
	});
	after(() => closing(server));
	const check = (url: string, key = canaryKey) => checkConnection(openGateway, parseBaseUrl(url), key, never);

	for (const path of ["", "/", "/v1", "/v1/", "/v1/chat/completions"]) {
		it(`finds the models at …${path}`, async () => assert.equal((await check(server.url + path)).length, 3));
	}
	it("accepts a key pasted with spaces around it", async () => {
		assert.equal((await check(server.url, ` ${canaryKey}\n`)).length, 3);
	});
	it("says that the key is refused", () => assert.rejects(check(server.url, "wrong"), { reason: "unauthorized" }));
	it("says that there are no models", async () => {
		server.script({ json: { object: "list", data: [] } });
		await assert.rejects(check(server.url), { name: "UserError", message: /no models/ });
	});
	it("says that nothing answers at a prefix", () =>
		assert.rejects(check(`${server.url}/nowhere`), { reason: "wrongAddress" }));
});

import assert from "node:assert/strict";
import { DescribedLimits } from "../../../../src/core/gateway/limits/describedLimits";
import type { DemoGateway } from "../../../gateway/demoGateway";
import { startGateway } from "../../../gateway/demoGateway";
import { canaryKey, closing, never } from "../gateway/gatewayHarness";
import { connectionsOver } from "./connectionHarness";

describe("connection: several gateways", () => {
	const entries = [
		{ name: "A", url: "https://a.example/v1" },
		{ name: "B", url: "https://b.example/v1" },
		{ name: "B too", url: "https://b.example/other/v1" },
	];
	const named = (t: ReturnType<typeof connectionsOver>, name: string) =>
		t.connections.all().find((connection) => connection.name === name) ?? assert.fail(name);

	it("are switched, with an event, and the choice is remembered", async () => {
		const t = connectionsOver(entries);
		let told = 0;
		t.connections.onDidChange(() => told++);
		assert.equal(t.connections.current?.name, "A");
		await t.connections.select(named(t, "B"));
		assert.equal(t.connections.current?.name, "B");
		assert.equal(told, 1);
		assert.equal(connectionsOver(entries, t.state).connections.current?.name, "B");
	});

	it("follow a switch in another window, and send one notification", async () => {
		const t = connectionsOver(entries);
		t.connections.recheck();
		let told = 0;
		t.connections.onDidChange(() => told++);
		t.connections.recheck();
		assert.equal(told, 0);
		await connectionsOver(entries, t.state).connections.select(named(t, "B too"));
		t.connections.recheck();
		t.connections.recheck();
		assert.equal(told, 1);
		assert.equal(t.connections.current?.name, "B too");
	});

	it("are removed with or without their key; the first remaining one is then in use", async () => {
		const t = connectionsOver(entries);
		await t.keys.set("https://a.example", "key-of-a", { addedAt: 1 });
		await t.connections.select(named(t, "B"));
		await t.connections.remove(named(t, "A"), false);
		assert.equal(await t.keys.get("https://a.example"), "key-of-a");
		t.edit(entries);
		await t.connections.select(named(t, "A"));
		await t.connections.remove(named(t, "A"), true);
		assert.equal(await t.keys.get("https://a.example"), undefined);
		assert.deepEqual(
			t.entries().map(({ name }) => name),
			["B", "B too"],
		);
		assert.equal(t.connections.current?.name, "B");
	});

	it("get no requests after they are removed, not even waiting ones, but still get them after a rename", async () => {
		const server = await startGateway({ keys: [canaryKey] });
		try {
			const t = connectionsOver();
			await t.connections.add({ name: "A", url: server.url }, canaryKey);
			const connection = t.connections.required();
			const gateway = t.connections.open(connection);
			t.edit([{ name: "A renamed", url: server.url }]);
			await gateway.listModels(never);
			const sent = server.requests.length;
			await t.connections.remove(t.connections.required(), false);
			await assert.rejects(gateway.listModels(never), {
				message: /\bA was removed/,
				actions: ["connect"],
			});
			assert.equal(server.requests.length, sent);
		} finally {
			await server.close();
		}
	});

	it("keep a key that another gateway uses", async () => {
		const t = connectionsOver(entries);
		await t.keys.set("https://b.example", "key-of-b", { addedAt: 1 });
		assert.deepEqual(t.connections.sharersOf(named(t, "B")), ["B too"]);
		await t.connections.remove(named(t, "B"), true);
		assert.equal(await t.keys.get("https://b.example"), "key-of-b");
		await t.connections.remove(named(t, "B too"), true);
		assert.equal(await t.keys.get("https://b.example"), undefined);
	});

	it("keep described limits while another gateway uses them", async () => {
		const t = connectionsOver(entries);
		const described = new DescribedLimits(t.state);
		await described.set("https://b.example", [{ requests: 30, per: "minute" }]);
		await t.connections.remove(named(t, "B"), false);
		assert.deepEqual(described.of("https://b.example"), [[60_000, 30]]);
		await t.connections.remove(named(t, "B too"), false);
		assert.deepEqual(described.of("https://b.example"), []);
	});

	it("leave no gateway in use when the last one is removed", async () => {
		const t = connectionsOver([{ name: "A", url: "https://a.example" }]);
		await t.connections.remove(named(t, "A"), true);
		assert.equal(t.connections.current, undefined);
	});

	it("report what is wrong with an entry only once", () => {
		const t = connectionsOver([{ name: "Broken", url: "https://me:secret@a.example" }]);
		t.connections.all();
		t.connections.all();
		assert.equal(t.log.lines.length, 1);
		assert.ok(!t.log.lines.join().includes("secret"));
	});
});

describe("connection: access to a gateway", () => {
	let server: DemoGateway;
	let elsewhere: DemoGateway;
	before(async () => {
		server = await startGateway({ keys: [canaryKey] });
		elsewhere = await startGateway({ keys: [canaryKey] });
	});
	after(async () => {
		await closing(server);
		await closing(elsewhere);
	});
	const list = (t: ReturnType<typeof connectionsOver>) =>
		t.connections.open(t.connections.required()).listModels(never);

	it("marks a refused key and keeps it, and clears the mark after the next success", async () => {
		const t = connectionsOver();
		await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		server.script({ status: 401, json: { error: "no" } });
		await assert.rejects(list(t), { reason: "unauthorized" });
		assert.equal(t.keys.stateOf(server.url, t.clock.now()).type, "refused");
		assert.equal(t.keys.facts(server.url)?.refusedAt, t.clock.now());
		assert.equal(await t.keys.get(server.url), canaryKey);
		server.script({ status: 403, body: "not today" });
		await assert.rejects(list(t));
		assert.equal(t.keys.stateOf(server.url, t.clock.now()).type, "refused");
		await list(t);
		assert.equal(t.keys.stateOf(server.url, t.clock.now()).type, "permanent");
	});

	it("asks for a key that has vanished, and says that there was one", async () => {
		const t = connectionsOver();
		await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		t.secrets.values.clear();
		await assert.rejects(list(t), {
			name: "UserError",
			message: /Demo is no longer in this computer's secret store/,
			actions: ["setApiKey", "openMyKeys", "retry"],
		});
	});

	it("uses a key that another window has set", async () => {
		const t = connectionsOver();
		await t.connections.add({ name: "Demo", url: server.url }, "sk-old");
		await assert.rejects(list(t), { reason: "unauthorized" });
		await t.secrets.set(`gatehouse.key:${server.url}`, canaryKey);
		assert.equal(t.keys.stateOf(server.url, 0).type, "permanent");
		assert.ok((await list(t)).length > 0);
	});

	it("is denied until a known gateway's new origin is confirmed, and its key is not sent there", async () => {
		const t = connectionsOver();
		await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		t.edit([{ name: "Demo", url: elsewhere.url }]);
		await assert.rejects(list(t), { name: "UserError", actions: ["confirmAddress", "retry"] });
		// A key for that origin does not change this.
		await t.keys.set(elsewhere.url, "sk-of-elsewhere", { addedAt: 1 });
		await assert.rejects(list(t), { actions: ["confirmAddress", "retry"] });
		assert.equal(elsewhere.requests.length, 0);
		await t.connections.useAddress(t.connections.required());
		await assert.rejects(list(t), { reason: "unauthorized" });
		assert.deepEqual(
			elsewhere.requests.map(({ headers }) => headers.authorization),
			["Bearer sk-of-elsewhere"],
		);
	});

	it("considers a gateway from manual settings as known after its first use", async () => {
		const t = connectionsOver([{ name: "Demo", url: server.url }]);
		await t.keys.set(server.url, canaryKey, { addedAt: 1 });
		await list(t);
		t.edit([{ name: "Demo", url: elsewhere.url }]);
		await assert.rejects(list(t), { actions: ["confirmAddress", "retry"] });
	});

	it("is granted at once to a gateway that is connected again under the same name", async () => {
		const t = connectionsOver();
		await t.connections.add({ name: "Demo", url: server.url }, canaryKey);
		const questions: unknown[] = [];
		t.connections.onDidChange(() => questions.push(t.connections.addresses.question(t.connections.required())));
		await t.connections.add({ name: "Demo", url: elsewhere.url }, canaryKey);
		assert.ok((await list(t)).length > 0);
		assert.ok(questions.length > 0 && questions.every((question) => question === undefined));
	});

	it("is denied over plain http to another computer until that is confirmed", async () => {
		const sent: string[] = [];
		const real = globalThis.fetch;
		globalThis.fetch = async (input) => {
			sent.push(String(input));
			return new Response(JSON.stringify({ data: [{ id: "m" }] }), { headers: { "content-type": "application/json" } });
		};
		try {
			const t = connectionsOver([{ name: "Plain", url: "http://llm.example.org" }]);
			await t.keys.set("http://llm.example.org", canaryKey, { addedAt: 1 });
			await assert.rejects(list(t), { name: "UserError", actions: ["confirmAddress", "retry"] });
			assert.deepEqual(sent, []);
			await t.connections.addresses.allowHttp("http://llm.example.org");
			assert.equal((await list(t)).length, 1);
			assert.deepEqual(sent, ["http://llm.example.org/v1/models"]);
		} finally {
			globalThis.fetch = real;
		}
	});
});

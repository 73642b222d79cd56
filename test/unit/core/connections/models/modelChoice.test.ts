import assert from "node:assert/strict";
import type { StateStore } from "../../../../../src/core/base/ports";
import type { Connection } from "../../../../../src/core/connections/connection";
import { migrateChosenModels } from "../../../../../src/core/connections/models/migrateChosenModels";
import type { VanishedModel } from "../../../../../src/core/connections/models/modelChoice";
import type { ModelInfo } from "../../../../../src/shared/conversation";
import { memoryState } from "../../memoryPorts";
import { connectionsOver } from "../connectionHarness";

const entries = [
	{ name: "A", url: "https://a.example" },
	{ name: "B", url: "https://b.example" },
];
const chat = (...ids: readonly string[]): ModelInfo[] => ids.map((id) => ({ id, kind: "chat" }));
const embedding = (...ids: readonly string[]): ModelInfo[] => ids.map((id) => ({ id, kind: "embedding" }));

/** Creates two gateways with known lists, and collects the notices of vanished models. */
async function twoGateways(ofA: readonly ModelInfo[], ofB: readonly ModelInfo[], state = memoryState()) {
	const t = connectionsOver(entries, state);
	const [a, b] = t.connections.all() as [Connection, Connection];
	await t.catalog.save(a, ofA);
	await t.catalog.save(b, ofB);
	const vanished: VanishedModel[] = [];
	t.models.onDidVanish((one) => vanished.push(one));
	return { ...t, a, b, vanished };
}

describe("models: those chosen at each gateway", () => {
	it("are remembered for each gateway, for chat and for embedding", async () => {
		const t = await twoGateways(chat("a1", "a2", "a3"), chat("b1", "b2"));
		await t.models.choose(t.a, "chat", "a3");
		await t.models.choose(t.a, "embedding", "a2");
		await t.models.choose(t.b, "chat", "b2");
		for (let i = 0; i < 2; i++) {
			await t.models.settle(t.b);
			assert.equal(t.models.required(t.b), "b2");
			assert.equal(t.models.chosen(t.b, "embedding"), undefined);
			await t.models.settle(t.a);
			assert.equal(t.models.required(t.a), "a3");
			assert.equal(t.models.chosen(t.a, "embedding"), "a2");
		}
		assert.deepEqual(t.vanished, []);
	});

	it("are restored if the user does not confirm another one", async () => {
		const t = await twoGateways(embedding("a1", "a2", "a3"), embedding("b1"));
		await t.models.choose(t.a, "chat", "a1");
		let takeBack = t.models.remember(t.a, "embedding");
		await t.models.choose(t.a, "embedding", "a2");
		await takeBack();
		assert.equal(t.models.chosen(t.a, "embedding"), undefined);
		assert.equal(t.models.chosen(t.a, "chat"), "a1");
		await t.models.choose(t.a, "embedding", "a3");
		takeBack = t.models.remember(t.a, "embedding");
		await t.models.choose(t.a, "embedding", "a2");
		await takeBack();
		assert.equal(t.models.chosen(t.a, "embedding"), "a3");
		t.settings.embeddingModel = "a2";
		takeBack = t.models.remember(t.a, "embedding");
		await t.models.choose(t.a, "embedding", "a1");
		await takeBack();
		assert.equal(t.models.chosen(t.a, "embedding"), "a2", "that of the setting, which was removed");
	});

	it("are restored as those of another gateway at the same origin, and follow its later changes", async () => {
		const state = memoryState();
		const paths = ["one", "two"].map((name) => ({ name, url: `https://a.example/${name}` }));
		const t = connectionsOver(paths, state);
		const [one, two] = t.connections.all() as [Connection, Connection];
		for (const connection of [one, two]) await t.catalog.save(connection, embedding("a1", "a2", "a3"));
		await t.models.choose(one, "embedding", "a1");
		const before = JSON.stringify(state.get("gatehouse.modelsOf:https://a.example"));
		const takeBack = t.models.remember(two, "embedding");
		await t.models.choose(two, "embedding", "a2");
		await takeBack();
		assert.equal(JSON.stringify(state.get("gatehouse.modelsOf:https://a.example")), before, "nothing is left of it");
		await t.models.choose(one, "embedding", "a3");
		assert.equal(t.models.chosen(two, "embedding"), "a3");
	});

	it("survive a restart, kept under the gateway's origin", async () => {
		const state = memoryState();
		const before = await twoGateways(chat("a1", "a2"), chat("b1"), state);
		await before.models.choose(before.a, "chat", "a2");
		assert.ok(Array.isArray(state.get("gatehouse.modelsOf:https://a.example")));
		const after = await twoGateways(chat("a1", "a2"), chat("b1"), state);
		assert.equal(after.models.required(after.a), "a2");
	});

	it("are the first chat model at a gateway without a choice, and stay so", async () => {
		const t = await twoGateways(chat("a1"), chat("m", "z"));
		await t.models.settle(t.b);
		await t.catalog.save(t.b, chat("a", "m", "z"));
		assert.equal(t.models.required(t.b), "m");
	});

	it("are those of the settings only at gateways that list them", async () => {
		const t = await twoGateways(chat("a1", "both"), chat("b1", "b2"));
		await t.models.choose(t.a, "chat", "a1");
		await t.models.choose(t.b, "chat", "b2");
		t.settings.model = "both";
		t.settings.embeddingModel = "b1";
		assert.equal(t.models.required(t.a), "both");
		assert.equal(t.models.required(t.b), "b2");
		assert.equal(t.models.chosen(t.b, "embedding"), "b1");
		assert.equal(t.models.chosen(t.a, "embedding"), undefined);
		await t.models.settle(t.a);
		t.settings.model = "";
		assert.equal(t.models.required(t.a), "a1", "the choice from before is not lost");
	});

	it("replace the user's own setting, which is removed and stays remembered at the other gateways", async () => {
		const t = await twoGateways(chat("a1", "both"), chat("b1", "both"));
		t.settings.model = "both";
		await t.models.choose(t.a, "chat", "a1");
		assert.equal(t.settings.model, "");
		assert.deepEqual([t.models.required(t.a), t.models.required(t.b)], ["a1", "both"]);
	});

	it("leave the user's own setting unchanged if it does not override them", async () => {
		const t = await twoGateways(chat("a1", "a2"), chat("b1", "b2"));
		t.settings.model = "b2";
		await t.models.choose(t.a, "chat", "a2");
		await t.models.choose(t.b, "chat", "b2");
		assert.equal(t.settings.model, "b2");
	});

	it("are remembered together with the setting when the settings cannot be written", async () => {
		const t = await twoGateways(chat("a1", "both"), chat("b1", "both"));
		t.settings.model = "both";
		t.settings.removeUserModel = async () => assert.fail("read-only");
		await assert.rejects(t.models.choose(t.a, "chat", "a1"), /read-only/);
		t.settings.model = "";
		assert.deepEqual([t.models.required(t.a), t.models.required(t.b)], ["a1", "both"]);
	});

	it("are remembered, with an error, if a workspace's setting overrides them", async () => {
		const t = await twoGateways(chat("a1", "a2"), []);
		t.settings.model = "a1";
		t.settings.userModel = () => "";
		await assert.rejects(t.models.choose(t.a, "chat", "a2"), { name: "UserError", actions: ["openSettings"] });
		assert.equal(t.models.required(t.a), "a1");
		t.settings.model = "";
		assert.equal(t.models.required(t.a), "a2");
	});

	it("are never replaced silently: a vanished model stays chosen, and is reported", async () => {
		const t = await twoGateways(chat("a1", "a2"), chat("b1"));
		await t.models.choose(t.a, "chat", "a2");
		await t.catalog.save(t.a, chat("a1"));
		assert.deepEqual(t.vanished, [{ connection: t.a, model: "a2" }]);
		assert.equal(t.models.required(t.a), "a2");
		assert.equal(t.models.vanished(t.a, "chat"), "a2");
		await t.models.settle(t.a);
		assert.equal(t.vanished.length, 2, "reported again when the user comes back");
		assert.equal(t.models.required(t.a), "a2");
	});

	it("are reported when they vanish, even if a setting names them", async () => {
		const t = await twoGateways(chat("a1", "a2"), chat("b1"));
		t.settings.model = "a2";
		await t.catalog.save(t.a, chat("a1"));
		assert.deepEqual(t.vanished, [{ connection: t.a, model: "a2" }]);
		assert.equal(t.models.required(t.a), "a2", "nothing else was ever chosen");
	});

	it("are accepted as they are if the gateway's list is empty or unknown", async () => {
		const t = await twoGateways([], chat("b1"));
		t.settings.model = "anything";
		assert.equal(t.models.required(t.a), "anything");
		assert.equal(t.models.vanished(t.a, "chat"), undefined);
	});

	it("are kept separately for two gateways at one origin; a new path begins with the last choice", async () => {
		const t = connectionsOver([
			{ name: "One", url: "https://a.example/one/v1" },
			{ name: "Two", url: "https://a.example/two/v1" },
			{ name: "Three", url: "https://a.example/three/v1" },
		]);
		const [one, two, three] = t.connections.all() as [Connection, Connection, Connection];
		for (const connection of [one, two, three]) await t.catalog.save(connection, chat("m1", "m2"));
		await t.catalog.save(three, chat("m1"));
		await t.models.choose(one, "chat", "m1");
		assert.equal(t.models.required(two), "m1");
		await t.models.choose(two, "chat", "m2");
		assert.equal(t.models.required(one), "m1");
		assert.equal(t.models.chosen(three, "chat"), undefined, "it does not have it");
		assert.equal(t.models.vanished(three, "chat"), undefined);
	});

	it("are removed or moved with their gateway", async () => {
		const t = await twoGateways(chat("a1", "a2"), chat("a2", "b1"));
		await t.models.choose(t.a, "chat", "a2");
		await t.chosenModels.move("https://a.example", t.b);
		assert.equal(t.models.required(t.b), "a2");
		await t.models.forget(t.a);
		assert.equal(t.models.chosen(t.a, "chat"), undefined);
	});

	it("may have any text as an id, and are read only from valid lists in the state", async () => {
		const names = ["__proto__", "constructor", "toString"];
		const t = await twoGateways(chat(...names), chat("b1"));
		for (const name of names) {
			await t.models.choose(t.a, "chat", name);
			assert.equal(t.models.required(t.a), name);
		}
		for (const value of [{}, "a1", [null, { base: 1 }, { base: t.a.base.href, chat: {} }], { length: 3 }]) {
			await t.state.set("gatehouse.modelsOf:https://a.example", value);
			assert.equal(t.models.chosen(t.a, "chat"), undefined);
		}
		assert.equal(({} as Record<string, unknown>).chat, undefined);
	});

	it("include those of another window, even without an event", async () => {
		const state = memoryState();
		const here = await twoGateways(chat("a1", "a2"), [], state);
		const there = await twoGateways(chat("a1", "a2"), [], state);
		await there.models.choose(there.a, "chat", "a2");
		assert.equal(here.models.required(here.a), "a2");
	});
});

describe("models: migration from the settings of earlier versions", () => {
	const isDone = (t: { readonly state: StateStore }) => t.state.get("gatehouse.chosenModelsMigrated") === true;
	const run = (t: Awaited<ReturnType<typeof twoGateways>>) => migrateChosenModels({ ...t, store: t.chosenModels });

	it("keeps the settings, and remembers each model once at the gateways that list it", async () => {
		const t = await twoGateways(chat("b1", "both"), [...chat("a1", "both"), ...embedding("e")]);
		t.settings.model = "both";
		t.settings.embeddingModel = "e";
		await run(t);
		assert.deepEqual([t.settings.model, t.settings.embeddingModel], ["both", "e"]);
		t.settings.model = "";
		t.settings.embeddingModel = "";
		assert.deepEqual([t.models.required(t.a), t.models.required(t.b)], ["both", "both"], "as if Settings Sync took it");
		assert.deepEqual([t.models.chosen(t.a, "embedding"), t.models.chosen(t.b, "embedding")], [undefined, "e"]);
		assert.equal(isDone(t), true);
		t.settings.embeddingModel = "both";
		await run(t);
		t.settings.embeddingModel = "";
		assert.equal(t.models.chosen(t.a, "embedding"), undefined, "written by hand since");
	});

	it("remembers a chosen model that no gateway lists any more at the gateway in use", async () => {
		const t = await twoGateways(chat("a1"), chat("b1"));
		t.settings.model = "gone";
		await run(t);
		await t.models.settle(t.a);
		assert.equal(t.models.required(t.a), "gone");
		assert.equal(t.models.chosen(t.b, "chat"), undefined);
	});

	it("remembers a model at the gateway in use if its list is empty", async () => {
		const t = await twoGateways([], chat("b1"));
		t.settings.model = "b1";
		await run(t);
		t.settings.model = "";
		assert.deepEqual([t.models.required(t.a), t.models.required(t.b)], ["b1", "b1"]);
	});

	it("remembers nothing if no gateway was ever asked for its models", async () => {
		const t = connectionsOver(entries);
		t.settings.model = "a2";
		await migrateChosenModels({ ...t, store: t.chosenModels });
		assert.equal(t.settings.model, "a2");
		assert.equal(t.chosenModels.get(t.connections.required(), "chat"), undefined);
		assert.equal(isDone(t), true);
	});

	it("does not override a later choice", async () => {
		const t = await twoGateways(chat("a1", "a2"), chat("a2", "b1"));
		await t.chosenModels.set(t.a, "chat", "a1");
		t.settings.model = "a2";
		await run(t);
		t.settings.model = "";
		assert.deepEqual([t.models.required(t.a), t.models.required(t.b)], ["a1", "a2"]);
	});
});

import assert from "node:assert/strict";
import { TokenCounters } from "../../../../../src/core/context/tokens/tokenCounter";
import { CapabilityStore } from "../../../../../src/core/gateway/capabilities/capabilityStore";
import { readModels } from "../../../../../src/core/gateway/response/modelsReader";
import { gatewayLimits } from "../../../../../src/shared/untrusted/limits";
import { connectedGateway, never } from "../../gateway/gatewayHarness";
import { memoryLogChannel, memoryState } from "../../memoryPorts";

const { contextLength, modelEntries, modelIdLength, models } = gatewayLimits;
const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `model-${i}` }));

/** Returns the ids that are read, and how many were left out. */
function read(body: unknown): { readonly ids: readonly string[]; readonly leftOut: number } {
	let leftOut = 0;
	const ids = readModels(body, (count) => {
		leftOut = count;
	}).map(({ id }) => id);
	return { ids, leftOut };
}

describe("limits: the list of models", () => {
	it("takes 5,000 models, and says how many more there are", () => {
		assert.deepEqual([read(numbered(models)).ids.length, read(numbered(models)).leftOut], [models, 0]);
		assert.deepEqual([read(numbered(models + 7)).ids.length, read(numbered(models + 7)).leftOut], [models, 7]);
	});

	it("takes an id of 200 characters, and none that is longer", () => {
		const id = "x".repeat(modelIdLength);
		assert.deepEqual(read([id, `${id}x`, "y".repeat(1024 * 1024)]), { ids: [id], leftOut: 2 });
	});

	it("reads 20,000 entries of any kind, and counts the others as left out", () => {
		const broken = Array.from({ length: modelEntries - 1 }, () => null);
		assert.deepEqual(read([...broken, "a"]), { ids: ["a"], leftOut: 0 });
		assert.deepEqual(read([...broken, "a", "b"]), { ids: ["a"], leftOut: 1 });
	});

	it("logs what it leaves out", async () => {
		const log = memoryLogChannel();
		const { server, client } = await connectedGateway({}, { log });
		try {
			server.script({ json: { data: numbered(models + 7) } });
			assert.equal((await client.listModels(never)).length, models);
			assert.match(log.lines.join("\n"), /7 models were left out/);
		} finally {
			await server.close();
		}
	});

	it("ignores an invalid context length", () => {
		for (const max_model_len of [-1, 0, 0.5, 1e308, contextLength + 1, "8192", null, [8192]]) {
			assert.equal(readModels([{ id: "a", max_model_len }])[0]?.contextLength, undefined, `${max_model_len}`);
		}
		assert.equal(readModels([{ id: "a", max_model_len: contextLength }])[0]?.contextLength, contextLength);
	});

	it("llama.cpp: prefers the context of the running server to that of the training", () => {
		const meta = { n_ctx: 4096, n_ctx_train: 131_072 };
		assert.equal(readModels([{ id: "a", meta }])[0]?.contextLength, 4096);
		assert.equal(readModels([{ id: "a", meta: { n_ctx_train: 131_072 } }])[0]?.contextLength, 131_072);
		assert.equal(readModels([{ id: "a", meta: { ...meta, n_ctx: 0 } }])[0]?.contextLength, 131_072);
	});
});

describe("models: ids that are also fields of every object", () => {
	const gateway = "https://g.example/v1";
	for (const id of ["constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "valueOf"]) {
		it(`${id}: is listed like any other id`, () => {
			assert.deepEqual(read({ data: [{ id }, { id: "b" }] }).ids.includes(id), true);
		});

		it(`${id}: has no learned facts at first, and they can be reset`, async () => {
			const state = memoryState();
			const store = new CapabilityStore(state);
			assert.deepEqual(store.get(gateway, id), {});
			await store.unlearn(gateway, id, "kind");
			await store.record(gateway, "other", { temperature: false });
			await store.record(gateway, id, { system: false });
			// Another window reads it.
			const again = new CapabilityStore(state);
			assert.deepEqual(again.get(gateway, id), { system: false });
			assert.deepEqual(again.get(gateway, "other"), { temperature: false });
			assert.deepEqual(again.get(gateway, "x"), {});
			await again.reset(gateway, id);
			assert.deepEqual(again.get(gateway, id), {});
			assert.deepEqual(again.models(gateway), ["other"]);
		});

		it(`${id}: has its tokens estimated and counted like any other id`, async () => {
			const counters = new TokenCounters(memoryState());
			const text = "some words that cost a few tokens ".repeat(200);
			const plain = counters.for(gateway, "plain").ofText(text);
			const counter = counters.for(gateway, id);
			assert.deepEqual([counter.corrected, counter.ofText(text)], [false, plain]);
			await counter.correct([{ role: "user", content: text }], 3 * plain);
			assert.equal(counter.corrected, true);
			assert.ok(counter.ofText(text) > plain);
			assert.equal(counters.for(gateway, "plain").ofText(text), plain);
		});
	}
});

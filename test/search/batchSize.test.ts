import assert from "node:assert/strict";
import type { ScriptedAnswer } from "../gateway/script";
import { hurriedClock } from "./world/hurriedClock";
import { madeSource } from "./world/madeSource";
import { inputsOf, never, type SearchWorld, searchWorld } from "./world/searchWorld";

const most = 16;
const terse = { status: 400, json: { error: { message: "bad request" } } };

describe("embedding: the number of texts in one request", () => {
	let world: SearchWorld;
	beforeEach(async () => {
		world = await searchWorld({ clock: hurriedClock() });
	});
	afterEach(() => world.close());

	/** Makes the gateway refuse larger batches; returns the sizes of those that it refused. */
	function limit(answer: ScriptedAnswer): readonly number[] {
		const refused: number[] = [];
		world.gateway.script({
			match: ({ json }) => {
				const { length } = inputsOf(json);
				if (length > most) refused.push(length);
				return length > most;
			},
			times: Number.POSITIVE_INFINITY,
			...answer,
		});
		return refused;
	}
	const learned = () => world.capabilities.get(`${world.gateway.url}/v1`, "demo-embed");
	const known = (embeddingBatch: number) =>
		world.capabilities.record(`${world.gateway.url}/v1`, "demo-embed", { embeddingArrays: true, embeddingBatch });
	const write = (from: number, files: number) =>
		world.write(
			Object.fromEntries(Array.from({ length: files }, (_, i) => [`src/file${from + i}.ts`, madeSource(from + i)])),
		);
	async function buildAll(): Promise<void> {
		await world.build();
		assert.equal((await world.index.facts())?.missing, 0);
	}

	it("is learned from refusals without a reason, and kept for later builds", async () => {
		const refused = limit(terse);
		await write(0, 30);
		await buildAll();
		// Requests that were sent together with the first one.
		assert.ok(refused.length > 0 && refused.length <= 4, `${refused}`);
		const before = refused.length;
		await write(30, 30);
		await buildAll();
		assert.equal(refused.length, before, `${refused}`);
		const { embeddingArrays, embeddingBatch = 0 } = learned();
		assert.ok(embeddingArrays && embeddingBatch >= most / 2 && embeddingBatch <= most, `${embeddingBatch}`);
	});

	it("is lowered if a gateway accepts fewer than before", async () => {
		await known(64);
		const refused = limit(terse);
		await write(0, 60);
		await buildAll();
		assert.deepEqual(
			refused.filter((count) => count < 32),
			[],
		);
		assert.ok(refused.length <= 8, `${refused}`);
		assert.equal(learned().embeddingBatch, most);
		// After a few full batches, a size that was never refused would be increased.
		await buildAll();
		await write(60, 12);
		const before = refused.length;
		await buildAll();
		assert.equal(refused.length, before);
	});

	it("is lowered if a gateway breaks down with more", async () => {
		await known(32);
		const refused = limit({ status: 500, json: { error: { message: "out of memory" } } });
		await write(0, 40);
		await buildAll();
		assert.ok(refused.length > 0 && refused.length <= 4 * 4, `${refused}`);
		assert.equal(learned().embeddingBatch, most);
	});

	it("is lowered for one build when a gateway is not available for larger batches", async () => {
		await known(32);
		const refused = limit({ status: 503, json: { error: { message: "upstream reset" } } });
		await write(0, 40);
		await buildAll();
		assert.ok(refused.length > 0 && refused.length <= 4 * 4, `${refused}`);
		assert.equal(learned().embeddingBatch, 32, "the failure may have been temporary");
		assert.equal(learned().embeddingArrays, true);
	});

	const moments: Readonly<Record<string, ScriptedAnswer>> = {
		"answers with a page of a proxy's": { status: 200, body: "<html>Sign in</html>" },
		"answers with torn JSON": { status: 200, body: '{"data":[{"embed' },
		"lets nobody in": { status: 403, json: { error: { message: "forbidden" } } },
	};
	for (const [name, answer] of Object.entries(moments)) {
		it(`is lowered for one build if a gateway ${name}`, async () => {
			await known(32);
			limit(answer);
			await write(0, 40);
			await buildAll();
			assert.deepEqual(learned(), { dimension: 384, embeddingArrays: true, embeddingBatch: 32 });
		});

		it(`returns to more than one after a gateway ${name} at the first batch of two`, async () => {
			world.gateway.script({ match: ({ json }) => inputsOf(json).length > 1, ...answer });
			await write(0, 4);
			await buildAll();
			assert.equal(learned().embeddingArrays, undefined);
			await write(4, 4);
			await buildAll();
			assert.equal(learned().embeddingArrays, true);
		});
	}

	it("is lowered for one build if a batch was refused whose texts are accepted one by one", async () => {
		await known(20);
		world.gateway.script({ match: ({ json }) => inputsOf(json).length > 1, ...terse });
		await write(0, 1);
		await buildAll();
		assert.equal(learned().embeddingBatch, 20);
	});

	it("is not lowered for a batch with a text that is also refused alone", async () => {
		await known(20);
		world.gateway.script({
			match: ({ json }) => inputsOf(json).some((text) => text.includes("to file 3.")),
			times: Number.POSITIVE_INFINITY,
			...terse,
		});
		await write(0, 12);
		const { refused } = await world.index.prepare(never, () => {}).then(() => world.index.build(never, () => {}));
		assert.deepEqual(refused, ["src/file3.ts"]);
		assert.ok((learned().embeddingBatch ?? 0) >= 20, `${learned().embeddingBatch}`);
	});
});

import assert from "node:assert/strict";
import { IndexBuilder } from "../../src/core/search/building/indexBuilder";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import type { WorkspaceIndex } from "../../src/core/search/workspaceIndex";
import { demoEmbed } from "../gateway/endpoints/demoEmbed";
import { builtInModels } from "../gateway/modelCatalog";
import { folderIndexes } from "./world/folderIndex";
import { hurriedClock } from "./world/hurriedClock";
import { madeSource } from "./world/madeSource";
import { inputsOf, never, searchWorld } from "./world/searchWorld";

/** A second embedding model with vectors of another length. */
const otherEmbed = { ...demoEmbed, id: "other-embed", embed: (text: string) => demoEmbed.embed(text).slice(0, 32) };

describe("index: choosing another embedding model during a build", () => {
	it("lets the build continue with its own model, and keeps the two indexes apart", async () => {
		const world = await searchWorld({ gateway: { models: [...builtInModels, otherEmbed] } });
		const { folder, file, gateway, capabilities } = world;
		const { url, key } = gateway;
		const clock = hurriedClock();
		let model = "demo-embed";
		const readKey = async () => key;
		const indexes = await folderIndexes({ folder, file, url, readKey, capabilities, clock, model: () => model });
		const builder = new IndexBuilder({ index: () => indexes.current(), clock });
		const sentTo = (id: string) =>
			gateway.requests.flatMap(({ json }) => ((json as { model: string }).model === id ? inputsOf(json) : [])).length;
		try {
			await world.write(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/file${i}.ts`, madeSource(i)])));
			const switched = new Promise<void>((resolve) => {
				builder.onDidChange(() => {
					const { state } = builder;
					const halfway = state.type === "running" && state.progress.phase === "embedding" && state.progress.done > 9;
					if (!halfway || model === "other-embed") return;
					model = "other-embed";
					// The current index is now that of the other model.
					resolve(indexes.current().then(async (index) => assert.equal(await index.facts(), undefined)));
				});
			});
			const built = await builder.build(async () => true);
			await switched;
			const { outcome, plan } = built ?? {};
			assert.deepEqual([outcome?.embedded, sentTo("other-embed")], [plan?.missing, 0]);

			let asked = 0;
			const declined = await builder.build(async () => asked++ > 0);
			assert.deepEqual([declined?.declined, asked, sentTo("other-embed")], [true, 1, 0]);
			await builder.build(async () => true);
			const other = await indexes.current();
			assert.deepEqual(await dimensionAndMissing(other), [32, 0]);
			assert.equal((await other.search(parseQuery("file 7"), 3, never)).chunks.length, 3);

			model = "demo-embed";
			const sent = sentTo("demo-embed");
			await builder.bringUpToDate();
			const first = await indexes.current();
			assert.deepEqual(await dimensionAndMissing(first), [384, 0]);
			assert.equal(sentTo("demo-embed"), sent);
			assert.ok(
				(await first.search(parseQuery("file 7"), 3, never)).chunks.every(({ similarity }) => similarity !== undefined),
			);
		} finally {
			builder.stop();
			await indexes.close();
			await world.close();
		}
	});
});

async function dimensionAndMissing(index: WorkspaceIndex) {
	const facts = await index.facts();
	return [facts?.dimension, facts?.missing];
}

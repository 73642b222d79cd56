import assert from "node:assert/strict";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { madeSource } from "./world/madeSource";
import { never, type SearchWorld, searchWorld } from "./world/searchWorld";

describe("index: following changes", () => {
	let world: SearchWorld;
	before(async () => {
		world = await searchWorld();
		const paths = ["src/deep/a.ts", "src/deep/b.ts", "src/deep2/c.ts", "src/deep.ts", "src/z.ts"];
		await world.write(Object.fromEntries(paths.map((path, i) => [path, madeSource(i)])));
		await world.build();
	});
	after(() => world.close());

	const paths = async () => {
		const { chunks: found } = await world.index.search(parseQuery("order"), 500, never);
		return [...new Set(found.map(({ path }) => path))].sort();
	};

	it("adds everything in a new folder", async () => {
		await world.write({ "lib/in/one.ts": madeSource(11), "lib/two.ts": madeSource(12), "other.ts": madeSource(13) });
		const missing = await world.index.follow(["lib"], never);
		assert.ok(missing > 0);
		await world.index.build(never, () => {});
		const found = await paths();
		assert.ok(found.includes("lib/in/one.ts") && found.includes("lib/two.ts"));
		assert.ok(!found.includes("other.ts"), "nobody has reported it");
	});

	it("removes everything in a deleted folder, and nothing beside it", async () => {
		await rename(join(world.folder, "src/deep"), join(world.folder, "src/moved"));
		assert.equal(await world.index.follow(["src/deep", "src/moved"], never), 0, "all of it is known");
		const source = (await paths()).filter((path) => path.startsWith("src/"));
		assert.deepEqual(source, ["src/deep.ts", "src/deep2/c.ts", "src/moved/a.ts", "src/moved/b.ts", "src/z.ts"]);
	});

	it("removes a deleted file, and indexes its replacement as what it is", async () => {
		await rm(join(world.folder, "src/z.ts"));
		await world.write({ "src/z.ts/inner.ts": madeSource(21) });
		await world.index.follow(["src/z.ts"], never);
		const found = await paths();
		assert.ok(!found.includes("src/z.ts") && found.includes("src/z.ts/inner.ts"));
	});
});

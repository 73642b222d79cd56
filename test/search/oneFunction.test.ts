import assert from "node:assert/strict";
import { madeFunction, madeSource } from "./world/madeSource";
import { never, searchWorld } from "./world/searchWorld";

const files = 1_000;
const functions = 2;

describe("index: a change to one function in one of 1,000 files", () => {
	it("sends only its chunk, and nothing when it is reverted", async function () {
		this.timeout(60_000);
		const world = await searchWorld();
		try {
			const paths = Array.from({ length: files }, (_, i) => [
				`src/part${i % 20}/file${i}.ts`,
				madeSource(i, functions),
			]);
			await world.write(Object.fromEntries(paths));
			await world.build();
			const { files: indexed, missing } = (await world.index.facts()) ?? {};
			assert.deepEqual([indexed, missing], [files, 0]);
			const before = world.embedded().length;
			const path = `src/part${333 % 20}/file333.ts`;
			const touched = madeFunction(333, 1, "\n\tlog('touched');");
			await world.write({ [path]: madeSource(333, functions).replace(madeFunction(333, 1), touched) });
			assert.equal(await world.index.follow([path], never), 1);
			await world.index.build(never, () => {});
			assert.equal(world.embedded().length - before, 1);
			assert.match(world.embedded().at(-1) ?? "", /touched/);
			await world.write({ [path]: madeSource(333, functions) });
			assert.equal(await world.index.follow([path], never), 0, "its vector is still stored");
		} finally {
			await world.close();
		}
	});
});

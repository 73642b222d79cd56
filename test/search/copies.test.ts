import assert from "node:assert/strict";
import { madeFunction, madeSource } from "./madeSource";
import { never, type SearchWorld, searchWorld } from "./searchWorld";

describe("a text that is in many files", () => {
	let world: SearchWorld;
	before(async () => {
		world = await searchWorld();
		const copies = Array.from({ length: 150 }, (_, i) => [`vendor/copy${i}/made.ts`, madeFunction(1, 1)]);
		await world.write({ ...Object.fromEntries(copies), "src/other.ts": madeSource(2), "src/third.ts": madeSource(3) });
		await world.build();
	});
	after(() => world.close());

	it("is found once, and leaves room for others", async () => {
		const { index } = world;
		for (const question of ["that was given to file 1", "would given file"]) {
			const found = await index.search(question, 50, never);
			const texts = found.map(({ text }) => text);
			assert.equal(new Set(texts).size, texts.length);
			assert.equal(texts.length, 1 + 12 + 1, "the copies, the others' functions and their import");
			const others = found.filter(({ symbol, path }) => symbol !== "" && path.startsWith("src/"));
			assert.equal(others.length, 12);
			assert.ok(others.every(({ keywordRank }) => keywordRank !== undefined));
		}
	});

	it("is told from one that begins with its name", async () => {
		const { index } = world;
		await world.write({ "src/named.ts": madeFunction(9, 1) });
		await world.build();
		const [named] = await index.search("given to file 9 path:named.ts", 1, never);
		assert.ok(named?.symbol);
		const quoted = `${named.symbol}\n${named.text}`;
		await world.write({ "notes.txt": quoted });
		await world.build();
		const [note] = await index.search("given to file 9 path:notes.txt", 1, never);
		assert.deepEqual([note?.symbol, note?.text], ["", quoted]);
	});

	it("is found where one looks for it", async () => {
		const { index } = world;
		const [first] = await index.search("that was given to file 1 path:copy77/", 50, never);
		assert.equal(first?.path, "vendor/copy77/made.ts");
	});
});

import assert from "node:assert/strict";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { madeFunction, madeSource } from "./world/madeSource";
import { never, type SearchWorld, searchWorld } from "./world/searchWorld";

describe("index: a text that occurs in many files", () => {
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
			const { chunks: found } = await index.search(parseQuery(question), 50, never);
			const texts = found.map(({ text }) => text);
			assert.equal(new Set(texts).size, texts.length);
			assert.equal(texts.length, 1 + 12 + 1, "the copies, the others' functions and their import");
			const others = found.filter(({ symbol, path }) => symbol !== "" && path.startsWith("src/"));
			assert.equal(others.length, 12);
			assert.ok(others.every(({ keywordRank }) => keywordRank !== undefined));
		}
	});

	it("is distinguished from one that begins with its name", async () => {
		const { index } = world;
		await world.write({ "src/named.ts": madeFunction(9, 1) });
		await world.build();
		const [named] = (await index.search(parseQuery("given to file 9 path:named.ts"), 1, never)).chunks;
		assert.ok(named?.symbol);
		const quoted = `${named.symbol}\n${named.text}`;
		await world.write({ "notes.txt": quoted });
		await world.build();
		const [note] = (await index.search(parseQuery("given to file 9 path:notes.txt"), 1, never)).chunks;
		assert.deepEqual([note?.symbol, note?.text], ["", quoted]);
	});

	it("is found in the folder that is searched", async () => {
		const { index } = world;
		const [first] = (await index.search(parseQuery("that was given to file 1 path:copy77/"), 50, never)).chunks;
		assert.equal(first?.path, "vendor/copy77/made.ts");
	});

	it("is found elsewhere if its first places are left out, in few files or many", async () => {
		const { index } = world;
		for (const [filter, path] of [
			["-path:copy0/ -path:copy1", "vendor/copy2/made.ts"],
			["path:copy9 -path:copy9/", "vendor/copy90/made.ts"],
		]) {
			for (const question of ["that was given to file 1", "would given file"]) {
				const { chunks } = await index.search(parseQuery(`${question} ${filter}`), 50, never);
				const [copy] = chunks.filter((chunk) => chunk.path.startsWith("vendor/"));
				assert.equal(copy?.path, path);
				assert.ok(copy?.similarity !== undefined && copy.keywordRank !== undefined);
			}
		}
	});

	it("is searched for again if files are added that match the same filter", async () => {
		const { index } = world;
		const find = async () =>
			(await index.search(parseQuery("given file path:late"), 50, never)).chunks.map(({ path }) => path);
		assert.deepEqual(await find(), []);
		await world.write({ "late/made.ts": madeFunction(1, 1) });
		await index.follow(["late/made.ts"], never);
		assert.deepEqual(await find(), ["late/made.ts"]);
	});
});

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { indexStoreClient } from "../../src/vscode/adapters/index/indexStoreClient";
import { demoEmbed } from "../gateway/endpoints/demoEmbed";
import { repositoryFolder } from "../host/paths";
import { memoryLogChannel } from "../unit/core/memoryPorts";
import { entriesIn } from "./world/folderFiles";
import { grammars } from "./world/folderIndex";

describe("index: while it is being built", () => {
	let root: string;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-partial-"));
	});
	after(() => rm(root, { recursive: true, force: true }));

	it("ranks a chunk that has no vector yet by its keywords, and no chunk of a complete index otherwise", async () => {
		const store = await indexStoreClient(
			join(repositoryFolder, "dist", "indexWorker.cjs"),
			{ location: { file: join(root, "partial.sqlite"), model: "demo-embed" }, make: true, grammars },
			memoryLogChannel(),
		);
		assert.ok(store);
		const folder = join(root, "partial");
		await mkdir(folder);
		const texts = Array.from({ length: 8 }, (_, i) => [`other${i}.txt`, `The slashes of note ${i}, in other words.\n`]);
		const named = ["named.txt", "Normalize Windows slashes.\n"];
		for (const [name = "", text = ""] of [...texts, named]) await writeFile(join(folder, name), text);
		await store.chunker.cut((await entriesIn(folder)).map((entry) => ({ entry })));
		const missing = await store.chunker.missing(0, 100, false);
		const question = "normalize windows slashes";
		const vector = demoEmbed.embed(question);
		const paths = async () =>
			(await store.vectors.findChunks({ query: parseQuery(question), vector, limit: 20 })).map(({ path }) => path);
		// The others are as near as can be, and the best one has no vector.
		await store.vectors.saveVectors(
			missing.filter(({ path }) => path !== "named.txt").map(({ id }) => ({ id, vector })),
		);
		const [first, ...others] = await paths();
		assert.equal(first, "named.txt");
		assert.equal(others.length, texts.length);
		// With a vector that is far away, it loses its first place.
		const far = vector.map((number) => -number);
		await store.vectors.saveVectors(
			missing.filter(({ path }) => path === "named.txt").map(({ id }) => ({ id, vector: far })),
		);
		assert.notEqual((await paths())[0], "named.txt");
		await store.close();
	});
});

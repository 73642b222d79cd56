import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseQuery } from "../../src/core/search/searchQuery";
import { IndexService } from "../../src/vscode/search/indexService";
import { syntaxTrees } from "../../src/vscode/search/syntaxTrees";
import { demoEmbed } from "../gateway/demoEmbed";
import { manualClock } from "../unit/core/memoryPorts";
import { grammars } from "./folderIndex";
import { madeSource } from "./madeSource";

describe("the vectors of an index that nobody searches", () => {
	const clock = manualClock();
	let root: string;
	let index: IndexService;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-idle-"));
		const location = { file: join(root, "demo.sqlite"), model: "demo-embed" };
		const opened = await IndexService.open(location, await syntaxTrees(grammars), true, clock);
		assert.ok(opened);
		index = opened;
	});
	after(async () => {
		await index.close();
		await rm(root, { recursive: true, force: true });
	});

	async function take(path: string, text: string): Promise<void> {
		const bytes = Buffer.from(text);
		await index.cut([{ entry: { path, stamp: "1", size: bytes.length }, bytes }]);
		const missing = await index.missing(0, 1_000, true);
		await index.keep(missing.map(({ id, text: content }) => ({ id, vector: demoEmbed.embed(content) })));
	}
	const find = async (text: string) => {
		const [found] = await index.search({ query: parseQuery(text), vector: demoEmbed.embed(text), limit: 1 });
		return found?.path;
	};
	const inMemory = async () => (await index.facts()).bytesInMemory > 0;
	const minute = 60_000;

	it("leave the memory after a while, and come back with the next search", async () => {
		await take("a.ts", madeSource(1));
		assert.equal(await inMemory(), false);
		assert.equal(await find("order"), "a.ts");
		clock.advance(9 * minute);
		assert.equal(await find("order"), "a.ts");
		clock.advance(9 * minute);
		assert.equal(await inMemory(), true, "it was searched meanwhile");
		clock.advance(minute);
		assert.equal(await inMemory(), false);
		await take("b.ts", "/** Paints the zebra. */\nexport const paintZebra = () => 'stripes';\n");
		assert.equal(await inMemory(), false, "what is written brings none back");
		assert.equal(await find("paint the zebra"), "b.ts");
		assert.equal(await inMemory(), true);
	});

	it("are waited for by nobody once it is closed", async () => {
		await find("order");
		assert.equal(clock.pending, 1);
		await index.close();
		assert.equal(clock.pending, 0);
	});
});

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KeywordIndex } from "../../src/core/search/keywordIndex";
import { parseQuery } from "../../src/core/search/model/searchQuery";
import { syntaxTrees } from "../../src/worker/chunking/syntaxTrees";
import { SqliteIndexStore } from "../../src/worker/store/sqliteIndexStore";
import { folderFiles } from "./world/folderFiles";
import { grammars } from "./world/folderIndex";
import { never } from "./world/searchWorld";

describe("keyword search: an index without embeddings", () => {
	let root: string;
	let syntax: Awaited<ReturnType<typeof syntaxTrees>>;
	before(async () => {
		syntax = await syntaxTrees(grammars);
	});
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-keywords-"));
		await mkdir(join(root, "workspace"));
		await write("tide.js", "export const highTide = (moon) => moon * 12.4;\n");
	});
	afterEach(() => rm(root, { recursive: true, force: true }));

	const write = (name: string, text: string) => writeFile(join(root, "workspace", name), text);
	/** Opens a window's index. There is no gateway that it could reach. */
	function openIndex(): KeywordIndex {
		const file = join(root, "keywords.sqlite");
		return new KeywordIndex({
			files: folderFiles(join(root, "workspace")),
			open: async (make) =>
				make || existsSync(file) ? SqliteIndexStore.open({ file, model: "" }, syntax, make) : undefined,
		});
	}
	const pathsOf = async (index: KeywordIndex, query: string) =>
		(await index.search(parseQuery(query), 10, never)).chunks.map(({ path }) => path);

	it("is built with the first search, follows changes, and still works after it was closed", async () => {
		const index = openIndex();
		try {
			assert.deepEqual(await pathsOf(index, "when is the tide high"), ["tide.js"]);
			assert.deepEqual(await pathsOf(index, "path:none tide"), []);
			assert.deepEqual(await pathsOf(index, "lang:js"), [], "filters alone find nothing");
			await write("flood.js", "export const flood = (river) => river.level > 3;\n");
			index.follow(["flood.js"]);
			assert.deepEqual(await pathsOf(index, "flood of the river"), ["flood.js"]);
			await index.close();
			await rm(join(root, "workspace", "flood.js"));
			assert.deepEqual(await pathsOf(index, "flood of the river"), []);
		} finally {
			await index.close();
		}
	});

	it("finds for completions only in existing content: nothing is built or read for it", async () => {
		const index = openIndex();
		const known = async () => (await index.findKnown(parseQuery("tide"), 10)).map(({ path }) => path);
		try {
			assert.deepEqual(await known(), []);
			assert.equal(existsSync(join(root, "keywords.sqlite")), false);
			await pathsOf(index, "tide");
			await write("tides.js", "export const tides = [];\n");
			index.follow(["tides.js"]);
			assert.deepEqual(await known(), ["tide.js"]);
		} finally {
			await index.close();
		}
	});

	it("continues to be built when the search that began it is cancelled", async () => {
		const index = openIndex();
		try {
			const abort = new AbortController();
			const first = index.search(parseQuery("tide"), 10, abort.signal);
			const second = pathsOf(index, "tide");
			abort.abort(new Error("The user types on."));
			await assert.rejects(first, /types on/);
			assert.deepEqual(await second, ["tide.js"]);
		} finally {
			await index.close();
		}
	});

	it("searches the existing content while another window updates it", async () => {
		const [one, other] = [openIndex(), openIndex()];
		try {
			const found = await Promise.all([pathsOf(one, "tide"), pathsOf(other, "tide")]);
			assert.ok(found.some(([path]) => path === "tide.js"));
			assert.deepEqual(await pathsOf(other, "tide"), ["tide.js"]);
		} finally {
			await one.close();
			await other.close();
		}
	});
});

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../../src/core/base/errors";
import { parseQuery } from "../../src/core/search/searchQuery";
import { workerStore } from "../../src/vscode/search/workerStore";
import { demoEmbed } from "../gateway/demoEmbed";
import { repositoryFolder } from "../host/paths";
import { folderFiles } from "./folderFiles";
import { grammars } from "./folderIndex";
import { madeSource } from "./madeSource";
import { never } from "./searchWorld";

/** The bundle that the extension starts. */
const script = join(repositoryFolder, "dist", "indexWorker.cjs");

describe("the index's worker", () => {
	let root: string;
	before(async () => {
		root = await mkdtemp(join(tmpdir(), "gatehouse-worker-"));
		await mkdir(join(root, "workspace"));
		for (let i = 0; i < 5; i++) await writeFile(join(root, "workspace", `file${i}.ts`), madeSource(i));
	});
	after(() => rm(root, { recursive: true, force: true }));

	const start = (file: string) => workerStore(script, { location: { file, model: "demo-embed" }, grammars });

	it("cuts, keeps, scans and forgets, off the main thread", async () => {
		const store = start(join(root, "index", "demo.sqlite"));
		const files = await folderFiles(join(root, "workspace")).list(never);
		assert.deepEqual(
			await store.reconcile(files),
			files.map(({ path }) => path),
		);
		await store.cut(files.map((entry) => ({ entry })));
		const missing = await store.missing(0, 1000);
		assert.ok(missing.length > 20);
		await store.keep(missing.map(({ id, text }) => ({ id, vector: demoEmbed.embed(text) })));
		const [target] = missing.slice(7);
		const vector = demoEmbed.embed(target?.text ?? "");
		const [found] = await store.search({ query: parseQuery("nothing"), vector, withoutKeywords: true, limit: 1 });
		assert.ok(Math.abs((found?.similarity ?? 0) - 1) < 1e-5);
		assert.ok(target?.text.includes(found?.text ?? "?"));
		const facts = await store.facts();
		assert.deepEqual([facts.files, facts.missing, facts.dimension], [5, 0, 384]);
		assert.ok(facts.bytesInMemory > 0 && facts.bytesOnDisk > 0);
		await store.dropVectors();
		assert.equal((await store.facts()).missing, missing.length);
		await store.close();
	});

	it("takes in a file that is nested more deeply than the stack goes", async () => {
		const folder = join(root, "deep");
		await mkdir(folder);
		const file = join(folder, "deep.ts");
		await writeFile(file, `export const text =\n${'\t"a long line of a long text" +\n'.repeat(20_000)}\t"end";\n`);
		const store = start(join(root, "index", "deep.sqlite"));
		await store.cut([{ entry: { path: "deep.ts", location: { file, folder } } }]);
		const [found] = await store.search({ query: parseQuery("end"), limit: 1 });
		assert.equal(found?.lastLine, 20_002);
		await store.close();
	});

	it("says in a sentence when the file cannot be made, and when it has ended", async () => {
		const store = start(join(root, "workspace", "file0.ts", "no-folder", "demo.sqlite"));
		await assert.rejects(store.facts(), (error) => {
			assert.ok(error instanceof UserError);
			assert.match(error.message, /^The index could not be read or written: /);
			return true;
		});
		await store.close().catch(() => {});
		await assert.rejects(store.facts(), UserError);
	});

	it("begins a file anew that is no database of this version", async () => {
		const file = join(root, "old.sqlite");
		const first = start(file);
		const folder = join(root, "workspace");
		await first.cut([{ entry: { path: "a.ts", location: { folder, file: join(folder, "file1.ts") } } }]);
		await first.close();
		const { DatabaseSync } = await import("node:sqlite");
		const db = new DatabaseSync(file);
		db.exec("PRAGMA user_version = 99");
		db.close();
		const second = start(file);
		assert.equal((await second.facts()).files, 0);
		await second.close();
	});
});

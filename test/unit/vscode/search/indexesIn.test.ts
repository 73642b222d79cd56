import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexesIn } from "../../../../src/vscode/adapters/index/indexesIn";

describe("index: the indexes in a folder", () => {
	let folder: string;
	before(async () => {
		folder = await mkdtemp(join(tmpdir(), "gatehouse-indexes-"));
		for (const name of ["a.sqlite", "a.sqlite-wal", "a.sqlite.lock"]) await writeFile(join(folder, name), "");
	});
	after(() => rm(folder, { recursive: true, force: true }));

	it("are its files of that kind", async () => assert.deepEqual(await indexesIn(folder), [join(folder, "a.sqlite")]));

	it("are none if the folder does not exist", async () => assert.deepEqual(await indexesIn(join(folder, "none")), []));

	it("fail to load, instead of counting as none, if the folder cannot be read", () =>
		assert.rejects(indexesIn(join(folder, "a.sqlite")), { code: "ENOTDIR" }));
});

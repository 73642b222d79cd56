import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openIndexDatabase, transaction } from "../../src/worker/store/indexDatabase";

describe("index: a change that does not fit on the disk", () => {
	it("reports the reason, and keeps the earlier content", async () => {
		const folder = await mkdtemp(join(tmpdir(), "gatehouse-full-"));
		const db = await openIndexDatabase(join(folder, "full.sqlite"), "demo-embed", true);
		assert.ok(db);
		try {
			db.exec("PRAGMA cache_size = 1");
			const { page_count: pages } = db.prepare("PRAGMA page_count").get() ?? {};
			db.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`);
			const add = db.prepare("INSERT INTO vectors VALUES (?, zeroblob(200000))");
			const change = () => {
				for (let id = 1; id <= 10; id++) add.run(id);
			};
			assert.throws(() => transaction(db, change), /disk is full/);
			// On a full disk, SQLite rolls back by itself.
			const undone = () => {
				db.exec("ROLLBACK");
				change();
			};
			assert.throws(() => transaction(db, undone), /disk is full/);
			assert.equal(db.isTransaction, false);
			assert.equal(db.prepare("SELECT count(*) AS count FROM vectors").get()?.count, 0);
		} finally {
			db.close();
			await rm(folder, { recursive: true, force: true });
		}
	});
});

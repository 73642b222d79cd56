import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

const tables = ["files", "contents", "chunks", "codes", "vectors"];

/** Returns every row of an index, and every keyword with its place, as one line each, without times of writing. */
export function indexRows(file: string): string[] {
	const db = new DatabaseSync(file);
	try {
		const lines = tables.flatMap((table) =>
			db
				.prepare(`SELECT * FROM ${table} ORDER BY id`.replace(/id$/, idOf(table)))
				.all()
				.map((row) => `${table} ${Object.values(row).map(shown).join(" | ")}`),
		);
		db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, keywords, instance)");
		const words = db.prepare("SELECT term, doc, col, offset FROM temp.words ORDER BY 1, 2, 3, 4").all();
		const check = db
			.prepare("PRAGMA integrity_check")
			.all()
			.map((row) => Object.values(row).join());
		const wrong = (query: string) => db.prepare(query).get()?.wrong;
		assert.equal(wrong(wronglyMissing), 0, "only content without codes is missing");
		assert.equal(wrong(wronglyUnused), 0, "only content in no file is unused");
		return [...lines, ...words.map((row) => `word ${Object.values(row).join(" ")}`), `integrity ${check}`];
	} finally {
		db.close();
	}
}

const wronglyMissing = `
	SELECT count(*) AS wrong
	FROM (SELECT id FROM contents WHERE id NOT IN (SELECT content FROM codes)) FULL JOIN missing ON id = content
	WHERE id IS NULL OR content IS NULL`;

const wronglyUnused = `
	SELECT count(*) AS wrong
	FROM (SELECT id FROM contents WHERE id NOT IN (SELECT content FROM chunks)) AS gone FULL JOIN unused ON gone.id = content
	WHERE gone.id IS NULL OR content IS NULL`;

const idOf = (table: string) => (table === "codes" || table === "vectors" ? "content" : "id");

function shown(value: unknown): string {
	return value instanceof Uint8Array ? createHash("sha256").update(value).digest("hex") : JSON.stringify(value);
}

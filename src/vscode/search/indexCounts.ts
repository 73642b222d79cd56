import type { DatabaseSync } from "node:sqlite";
import type { IndexFacts } from "../../core/search/indexStore";

/** How much is in an index, of which model, and when it has changed. */
export class IndexCounts {
	readonly #sql;

	constructor(db: DatabaseSync) {
		this.#sql = {
			setChanged: db.prepare(
				"INSERT INTO meta VALUES ('changedAt', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			),
			current: db.prepare(`
				SELECT
					(SELECT value FROM meta WHERE key = 'model') AS model,
					(SELECT value FROM meta WHERE key = 'changedAt') AS changedAt,
					(SELECT count(*) FROM files WHERE left_out IS NULL) AS files,
					(SELECT count(*) FROM chunks) AS chunks,
					(SELECT count(DISTINCT content) FROM chunks) AS contents`),
		};
	}

	/** It changes now. */
	noteChange(): void {
		this.#sql.setChanged.run(Date.now());
	}

	/** All are counted anew. */
	get current(): Pick<IndexFacts, "model" | "changedAt" | "files" | "chunks" | "contents"> {
		const { model, changedAt, files, chunks, contents } = this.#sql.current.get() ?? {};
		return {
			model: String(model),
			changedAt: Number(changedAt ?? 0),
			files: Number(files),
			chunks: Number(chunks),
			contents: Number(contents),
		};
	}
}

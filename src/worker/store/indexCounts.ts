import type { DatabaseSync } from "node:sqlite";
import type { IndexFacts, IndexSize } from "../../core/search/model/indexCatalogue";

/** The counts of an index, its model, and the time of its last change. */
export class IndexCounts {
	readonly #sql;

	constructor(db: DatabaseSync) {
		this.#sql = {
			setChanged: db.prepare(
				"INSERT INTO meta VALUES ('changedAt', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			),
			size: db.prepare(`
				SELECT
					(SELECT count(*) FROM files WHERE left_out IS NULL) AS files,
					(SELECT count(DISTINCT content) FROM chunks) AS contents`),
			rest: db.prepare(`
				SELECT
					(SELECT value FROM meta WHERE key = 'model') AS model,
					(SELECT value FROM meta WHERE key = 'changedAt') AS changedAt,
					(SELECT count(*) FROM chunks) AS chunks`),
		};
	}

	/** Records that the index changes now. */
	noteChange(): void {
		this.#sql.setChanged.run(Date.now());
	}

	/** Counted at each access, like all values here. */
	get size(): IndexSize {
		const { files, contents } = this.#sql.size.get() ?? {};
		return { files: Number(files), contents: Number(contents) };
	}

	get current(): IndexSize & Pick<IndexFacts, "model" | "changedAt" | "chunks"> {
		const { model, changedAt, chunks } = this.#sql.rest.get() ?? {};
		return { ...this.size, model: String(model), changedAt: Number(changedAt ?? 0), chunks: Number(chunks) };
	}
}

import type { DatabaseSync } from "node:sqlite";
import type { RefusedFiles } from "../../core/search/indexStore";

/** What the gateway refused in the last build, kept with the index: other windows and later ones tell it too. */
export class RefusalNote {
	readonly #sql;

	constructor(db: DatabaseSync) {
		this.#sql = {
			write: db.prepare("INSERT INTO meta VALUES ('refused', ?) ON CONFLICT DO UPDATE SET value = excluded.value"),
			erase: db.prepare("DELETE FROM meta WHERE key = 'refused'"),
			read: db.prepare("SELECT value FROM meta WHERE key = 'refused'"),
		};
	}

	write(refused: RefusedFiles | undefined): void {
		if (refused) this.#sql.write.run(JSON.stringify(refused));
		else this.#sql.erase.run();
	}

	read(): RefusedFiles | undefined {
		const { value } = this.#sql.read.get() ?? {};
		return typeof value === "string" ? JSON.parse(value) : undefined;
	}
}

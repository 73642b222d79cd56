import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Contents that were neither embedded nor refused; cutting them again costs nothing. */
const untried = "(SELECT content FROM missing EXCEPT SELECT id FROM contents WHERE refused IS NOT NULL)";
/** Number of contents that were embedded or refused. */
const tried = `(SELECT count(*) FROM contents) - (SELECT count(*) FROM ${untried})`;

/**
 * The contents of an index that are no longer in any file, in the order in which they became unused. They are not
 * embedded again if they come back, with another branch or a folder that was unavailable.
 */
export class UnusedContents {
	readonly #sql;

	constructor(db: DatabaseSync) {
		this.#sql = {
			add: db.prepare("INSERT INTO unused (content) VALUES (?)"),
			drop: db.prepare("DELETE FROM unused WHERE content IN (SELECT value FROM json_each(?))"),
			dropContents: db.prepare("DELETE FROM contents WHERE id IN (SELECT value FROM json_each(?))"),
			noteUsed: db.prepare(`
				INSERT INTO meta
					SELECT 'mostUsed', ${tried} - (SELECT count(*) FROM unused WHERE content NOT IN ${untried}) WHERE true
				ON CONFLICT DO UPDATE SET value = excluded.value WHERE excluded.value > meta.value`),
			untried: db.prepare(`SELECT content FROM unused WHERE content IN ${untried}`),
			surplus: db.prepare(`
				SELECT content FROM unused WHERE content NOT IN ${untried} ORDER BY id
				LIMIT max(0, ${tried} - 2 * (SELECT value FROM meta WHERE key = 'mostUsed'))`),
		};
	}

	/** Records contents that became unused, and others that are used again. */
	change(unused: readonly number[], used: ReadonlySet<number>): void {
		this.#sql.drop.run(JSON.stringify([...used]));
		for (const id of unused) this.#sql.add.run(id);
	}

	/**
	 * Records the number of tried contents in use before it changes: up to twice the maximum of this number may be kept,
	 * used or unused.
	 */
	noteUsed(): void {
		this.#sql.noteUsed.run();
	}

	/** Removes the contents that `Chunker.prune` describes; returns their ids. */
	prune(): number[] {
		this.noteUsed();
		// The surplus first, because the untried contents are needed to count it.
		return [...this.#dropAll(this.#sql.surplus), ...this.#dropAll(this.#sql.untried)];
	}

	#dropAll(which: StatementSync): number[] {
		const ids = which.all().map(({ content }) => Number(content));
		const list = JSON.stringify(ids);
		this.#sql.drop.run(list);
		this.#sql.dropContents.run(list);
		return ids;
	}
}

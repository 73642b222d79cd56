import type { DatabaseSync, StatementSync } from "node:sqlite";

/** What was never embedded, nor refused: to cut it again costs nothing. */
const untried = "(SELECT content FROM missing EXCEPT SELECT id FROM contents WHERE refused IS NOT NULL)";
/** How many were tried. */
const tried = `(SELECT count(*) FROM contents) - (SELECT count(*) FROM ${untried})`;

/**
 * The contents of an index that no file has any more, in the order in which they went out of use: what may come back, with
 * another branch or a folder that was away, is not embedded again.
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

	/** Some went out of use, and others came into it. */
	change(unused: readonly number[], used: ReadonlySet<number>): void {
		this.#sql.drop.run(JSON.stringify([...used]));
		for (const id of unused) this.#sql.add.run(id);
	}

	/** Notes how many that were tried are in use, before that changes: in all, twice the most that ever were may stay. */
	noteUsed(): void {
		this.#sql.noteUsed.run();
	}

	/** Drops the contents that `Chunker.prune` speaks of; gives their ids. */
	prune(): number[] {
		this.noteUsed();
		// While what is missing is all there, for who counts.
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

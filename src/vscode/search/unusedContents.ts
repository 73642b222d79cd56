import type { DatabaseSync, StatementSync } from "node:sqlite";

/** What was never embedded, nor refused, costs nothing to cut again. */
const unembedded =
	"content IN (SELECT content FROM missing) AND content NOT IN (SELECT id FROM contents WHERE refused IS NOT NULL)";

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
				INSERT INTO meta SELECT 'mostUsed', (SELECT count(*) FROM contents) - (SELECT count(*) FROM missing)
					- (SELECT count(*) FROM unused WHERE content NOT IN (SELECT content FROM missing)) WHERE true
				ON CONFLICT DO UPDATE SET value = excluded.value WHERE excluded.value > meta.value`),
			unembedded: db.prepare(`SELECT content FROM unused WHERE ${unembedded}`),
			surplus: db.prepare(`
				SELECT content FROM unused ORDER BY id
				LIMIT max(0, (SELECT count(*) FROM contents) - (SELECT count(*) FROM missing)
					- 2 * (SELECT value FROM meta WHERE key = 'mostUsed'))`),
		};
	}

	/** Some went out of use, and others came into it. */
	change(unused: readonly number[], used: ReadonlySet<number>): void {
		this.#sql.drop.run(JSON.stringify([...used]));
		for (const id of unused) this.#sql.add.run(id);
	}

	/** Notes how many with a vector are in use, before that changes: in all, twice the most that ever were may stay. */
	noteUsed(): void {
		this.#sql.noteUsed.run();
	}

	/** Drops the contents that `IndexStore.prune` speaks of; gives their ids. */
	prune(): number[] {
		this.noteUsed();
		return [...this.#dropAll(this.#sql.unembedded), ...this.#dropAll(this.#sql.surplus)];
	}

	#dropAll(which: StatementSync): number[] {
		const ids = which.all().map(({ content }) => Number(content));
		const list = JSON.stringify(ids);
		this.#sql.drop.run(list);
		this.#sql.dropContents.run(list);
		return ids;
	}
}

import type { DatabaseSync } from "node:sqlite";

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
				INSERT INTO meta SELECT 'mostUsed', (SELECT count(*) FROM contents) - (SELECT count(*) FROM unused) WHERE true
				ON CONFLICT DO UPDATE SET value = excluded.value WHERE excluded.value > meta.value`),
			surplus: db.prepare(`
				SELECT content FROM unused ORDER BY id
				LIMIT max(0, (SELECT count(*) FROM contents) - 2 * (SELECT value FROM meta WHERE key = 'mostUsed'))`),
		};
	}

	/** Some went out of use, and others came into it. */
	change(unused: readonly number[], used: ReadonlySet<number>): void {
		this.#sql.drop.run(JSON.stringify([...used]));
		for (const id of unused) this.#sql.add.run(id);
	}

	/** Notes how many are in use, before that changes: the most that ever were is how many unused ones may stay. */
	noteUsed(): void {
		this.#sql.noteUsed.run();
	}

	/** Drops the contents that `IndexStore.prune` speaks of; gives their ids. */
	prune(): number[] {
		this.noteUsed();
		const surplus = this.#sql.surplus.all().map(({ content }) => Number(content));
		this.#sql.drop.run(JSON.stringify(surplus));
		this.#sql.dropContents.run(JSON.stringify(surplus));
		return surplus;
	}
}

import type { DatabaseSync } from "node:sqlite";

/**
 * Lets only one window build at a time, with a transaction that stays open on a database of its own. The operating
 * system ends it with the process, however that ends, so no lease needs to expire and no process needs to be checked.
 */
export class BuilderLock {
	#held: DatabaseSync | undefined;

	/** @param file created when needed, and always empty. */
	constructor(
		private readonly file: string,
		private readonly open: (file: string) => DatabaseSync,
	) {}

	get isHeld(): boolean {
		return this.#held !== undefined;
	}

	/** Takes the lock if it is free; returns whether this window holds it. */
	take(): boolean {
		if (this.#held) return true;
		const db = this.open(this.file);
		try {
			db.exec("BEGIN EXCLUSIVE");
			this.#held = db;
			return true;
		} catch (error) {
			db.close();
			if (isBusy(error)) return false;
			throw error;
		}
	}

	release(): void {
		this.#held?.close();
		this.#held = undefined;
	}
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
	return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

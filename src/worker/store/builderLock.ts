import type { DatabaseSync } from "node:sqlite";

/**
 * Lets one window build at a time, by a transaction that stays open on a database of its own: the operating system ends
 * it with the process, however that ends, so there is nothing to expire and nobody to be asked whether he still lives.
 */
export class BuilderLock {
	#held: DatabaseSync | undefined;

	/** @param file made when it is needed, and always empty. */
	constructor(
		private readonly file: string,
		private readonly open: (file: string) => DatabaseSync,
	) {}

	get isHeld(): boolean {
		return this.#held !== undefined;
	}

	/** Whether this window holds it now. */
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

import type { DatabaseSync } from "node:sqlite";
import { BuiltElsewhereError, IndexDeletedError } from "../../core/search/model/semanticIndex";
import type { IndexLocation } from "../../core/search/model/workerStart";
import type { BuilderLock } from "./builderLock";
import { IndexCounts } from "./indexCounts";
import { isMarkedDeleted, markDeleted, removeDatabase, transaction } from "./indexDatabase";
import { VectorTables } from "./vectorTables";

/** The open file of an index. Changes are transactions, and fail once another window has deleted the index. */
export class OpenSqliteIndex {
	readonly vectors: VectorTables;
	readonly counts: IndexCounts;
	/** The generation of the index built here: another window may delete it, and create another in the same file. */
	#generation: number;

	constructor(
		readonly db: DatabaseSync,
		readonly location: IndexLocation,
		private readonly builderLock: BuilderLock,
	) {
		this.vectors = new VectorTables(db);
		this.counts = new IndexCounts(db);
		this.#generation = this.vectors.generation;
	}

	/** Returns whether this window may build. @throws IndexDeletedError */
	lock(): boolean {
		const wasHeld = this.builderLock.isHeld;
		if (!this.builderLock.take()) return false;
		// A window that already held the lock continues with what it has read, not with an index that was started
		// since.
		if (!wasHeld) this.#generation = this.vectors.generation;
		this.#assertNotDeleted(this.#generation);
		return true;
	}

	unlock(): void {
		this.builderLock.release();
	}

	close(): void {
		this.builderLock.release();
		if (this.db.isOpen) this.db.close();
	}

	/** Closes and removes the damaged file. @throws BuiltElsewhereError; the file system's error. */
	discard(): void {
		try {
			if (this.builderLock.take()) markDeleted(this.db);
		} catch {
			// Other windows then detect the damage themselves.
		}
		if (this.db.isOpen) this.db.close();
		removeDamaged(this.location.file, this.builderLock);
	}

	/** @throws IndexDeletedError, and closes the file, when another window has deleted the index. */
	assertNotDeleted(): void {
		this.#assertNotDeleted(this.vectors.generation);
	}

	/** Changes the contents of the index that this window builds. @throws IndexDeletedError */
	change<T>(run: () => T): T {
		return this.inBuilt(() => {
			const result = run();
			this.counts.noteChange();
			return result;
		});
	}

	/**
	 * Changes the index built here, but not one that another window has created in its file.
	 *
	 * @throws IndexDeletedError
	 */
	inBuilt<T>(run: () => T): T {
		return transaction(this.db, () => {
			this.#assertNotDeleted(this.#generation);
			return run();
		});
	}

	#assertNotDeleted(generation: number): void {
		if (!isMarkedDeleted(this.db) && generation === this.vectors.generation) return;
		this.close();
		throw new IndexDeletedError();
	}
}

/** Removes an unreadable file, unless another window builds it. @throws as `discard`. */
export function removeDamaged(file: string, lock: BuilderLock): void {
	if (!lock.take()) throw new BuiltElsewhereError();
	try {
		removeDatabase(file);
	} finally {
		lock.release();
	}
}

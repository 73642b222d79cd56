import { rmSync } from "node:fs";
import { databaseFiles, lockOf, markDeletedSql } from "../../../core/search/model/sqliteIndexFile";

/**
 * Removes an index that other windows may have open; they close it.
 *
 * @throws the file system's error where it can neither be marked as deleted nor removed.
 */
export async function retireIndexFile(file: string): Promise<void> {
	const marked = await markFileDeleted(file);
	try {
		removeIndexFile(file);
	} catch (error) {
		if (!marked) throw error;
	}
}

/** Marks an index as deleted; returns false if that is impossible, as for a file that is damaged or is not an index. */
async function markFileDeleted(file: string): Promise<boolean> {
	try {
		const { DatabaseSync } = await import("node:sqlite");
		const db = new DatabaseSync(file, { timeout: 1000 });
		try {
			db.exec(markDeletedSql);
			return true;
		} finally {
			db.close();
		}
	} catch {
		return false;
	}
}

/**
 * Removes an index's file and the files beside it.
 *
 * @throws the file system's error, such as where another process has it open.
 */
export function removeIndexFile(file: string): void {
	for (const part of [...databaseFiles(file), lockOf(file)]) rmSync(part, { force: true });
}

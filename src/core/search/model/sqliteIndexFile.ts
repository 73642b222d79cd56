/** The files in which SQLite keeps an index: the database, its log, and the memory that its connections share. */
export function databaseFiles(file: string): readonly [string, string, string] {
	return [file, `${file}-wal`, `${file}-shm`];
}

/** Returns the path of an index's lock file, which its builder locks. */
export function lockOf(file: string): string {
	return `${file}.lock`;
}

/** The key in the table `meta` of an index that a window has deleted. */
export const deletedMark = "deleted";

/** Marks an index as deleted, for all windows that have its file open. */
export const markDeletedSql = `INSERT OR IGNORE INTO meta VALUES ('${deletedMark}', 1)`;

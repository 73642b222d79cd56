import { closeSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { SqliteMissingError } from "../../core/search/model/semanticIndex";
import { databaseFiles, deletedMark, markDeletedSql } from "../../core/search/model/sqliteIndexFile";

/** To be incremented when the tables or the chunking change: an index of another version has to be rebuilt. */
const schemaVersion = 6;

/**
 * `missing` contains the few contents without codes: finding them among all contents took half a second per saved file.
 * (Triggers would maintain it at four times the cost.) Keyword segments are merged later than by default: merging took
 * a fifth of the time, and doing it later does not slow down searching.
 */
const tables = `
	CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
	CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, stamp TEXT NOT NULL, language TEXT NOT NULL, left_out TEXT);
	CREATE TABLE contents (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, symbol TEXT NOT NULL, refused TEXT, text TEXT NOT NULL);
	CREATE INDEX refused_contents ON contents (id) WHERE refused IS NOT NULL;
	CREATE TABLE chunks (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, content INTEGER NOT NULL, first_line INTEGER NOT NULL, last_line INTEGER NOT NULL);
	CREATE INDEX chunks_of_file ON chunks (file);
	CREATE INDEX chunks_of_content ON chunks (content);
	CREATE TABLE codes (content INTEGER PRIMARY KEY, scale REAL NOT NULL, codes BLOB NOT NULL);
	CREATE TABLE vectors (content INTEGER PRIMARY KEY, vector BLOB NOT NULL);
	CREATE TABLE missing (content INTEGER PRIMARY KEY);
	CREATE TABLE unused (id INTEGER PRIMARY KEY, content INTEGER NOT NULL UNIQUE);
	${keywordTable("keywords")}
	INSERT INTO keywords (keywords, rank) VALUES ('automerge', 16);
`;

/**
 * Returns the statement for a keyword table. Its row ids are those of the chunks; the text is not stored a second time.
 */
function keywordTable(name: string): string {
	return `CREATE VIRTUAL TABLE ${name} USING fts5 (path, symbol, text, content='', contentless_delete=1, tokenize='porter unicode61');`;
}

/**
 * Opens an index's file, or creates it if requested; returns `undefined` when it contains no usable index.
 *
 * @throws SqliteMissingError; SQLite's own error, such as for a full disk.
 */
export async function openIndexDatabase(file: string, model: string, make: boolean): Promise<DatabaseSync | undefined> {
	const { DatabaseSync } = await loadSqlite();
	// The files that SQLite creates beside it get the same mode.
	touchPrivate(file);
	const db = new DatabaseSync(file, { timeout: 10_000 });
	try {
		// A page holds several vectors; killing the process between two checkpoints costs nothing. A checkpoint every 64 MB
		// instead of every 16 MB copies the pages that every commit changes less often.
		db.exec("PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
		db.exec("PRAGMA wal_autocheckpoint = 4000");
		setCache(db, "usual");
		const usable = transaction(db, () => prepareTables(db, model, make));
		if (usable) return db;
		db.close();
		return undefined;
	} catch (error) {
		db.close();
		throw error;
	}
}

/** The modes of a folder and a file that are inaccessible to other users of the computer. */
const ownFolder = 0o700;
const ownFile = 0o600;

/** Creates an empty private file, with its folders, unless it exists: SQLite opens a file without setting its mode. */
export function touchPrivate(file: string): void {
	mkdirSync(dirname(file), { recursive: true, mode: ownFolder });
	closeSync(openSync(file, "a", ownFile));
}

/**
 * Cache sizes in KiB. Usually, frequently read pages stay in memory; reading through a whole table needs no page again.
 */
const cacheSizes = { usual: 16_000, readingThrough: 1_000 } as const;

/** Sets SQLite's cache size. */
export function setCache(db: DatabaseSync, use: keyof typeof cacheSizes): void {
	db.exec(`PRAGMA cache_size = -${cacheSizes[use]}`);
}

/**
 * Removes the files in which SQLite stores an index. The lock file stays: windows that build the index, or want to, must
 * use the same one.
 *
 * @throws the file system's error.
 */
export function removeDatabase(file: string): void {
	for (const part of databaseFiles(file)) rmSync(part, { force: true });
}

/** Returns the size of an index's database and its log, in bytes. */
export function databaseSize(file: string): number {
	const [database, log] = databaseFiles(file);
	const sizes = [database, log].map((one) => statSync(one, { throwIfNoEntry: false })?.size ?? 0);
	return sizes.reduce((sum, size) => sum + size);
}

const damage = { corrupt: 11, notADatabase: 26 };

/** Returns whether SQLite reported that the file is damaged or not a database. */
export function isDamage(error: unknown): boolean {
	if (!(error instanceof Error && "errcode" in error)) return false;
	// The higher bits contain details.
	const code = Number(error.errcode) & 0xff;
	return code === damage.corrupt || code === damage.notADatabase;
}

/**
 * Returns whether the index is usable. An index of another version, or one marked as deleted, is not usable, unless
 * `make` recreates it.
 */
function prepareTables(db: DatabaseSync, model: string, make: boolean): boolean {
	const { user_version: version } = db.prepare("PRAGMA user_version").get() ?? {};
	if (version === schemaVersion && !isMarkedDeleted(db)) return true;
	if (!make) return false;
	// The content can be recreated.
	const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'keywords_%'").all();
	for (const { name } of names) db.exec(`DROP TABLE "${name}"`);
	db.exec(tables);
	db.prepare("INSERT INTO meta VALUES ('model', ?), ('generation', ?)").run(model, Date.now());
	db.exec(`PRAGMA user_version = ${schemaVersion}`);
	return true;
}

/** Returns whether a window has deleted the index; its file may remain for the windows that have it open. */
export function isMarkedDeleted(db: DatabaseSync): boolean {
	return db.prepare("SELECT 1 FROM meta WHERE key = ?").get(deletedMark) !== undefined;
}

export function markDeleted(db: DatabaseSync): void {
	db.exec(markDeletedSql);
}

const agreedKey = "agreed";

/** Returns the workspace folders whose files the user has agreed to send; none before the user was asked. */
export function agreedFolders(db: DatabaseSync): readonly string[] {
	const { value } = db.prepare("SELECT value FROM meta WHERE key = ?").get(agreedKey) ?? {};
	return typeof value === "string" ? JSON.parse(value) : [];
}

const agreedContentsKey = "agreedContents";

/** Returns the number of contents when the user last agreed. */
export function agreedContents(db: DatabaseSync): number {
	return Number(db.prepare("SELECT value FROM meta WHERE key = ?").get(agreedContentsKey)?.value ?? 0);
}

/** Records the user's agreement to further folders, and to all current contents. */
export function agreeTo(db: DatabaseSync, folders: readonly string[]): void {
	const all = [...new Set([...agreedFolders(db), ...folders])];
	const set = "INSERT OR REPLACE INTO meta";
	db.prepare(`${set} VALUES (?, ?)`).run(agreedKey, JSON.stringify(all));
	db.prepare(`${set} SELECT ?, count(DISTINCT content) FROM chunks`).run(agreedContentsKey);
}

const pausedMark = "paused";

/** Returns whether the user has paused the build, in any window. */
export function isPaused(db: DatabaseSync): boolean {
	return db.prepare("SELECT 1 FROM meta WHERE key = ?").get(pausedMark) !== undefined;
}

export function setPaused(db: DatabaseSync, paused: boolean): void {
	if (paused) db.prepare("INSERT OR IGNORE INTO meta VALUES (?, 1)").run(pausedMark);
	else db.prepare("DELETE FROM meta WHERE key = ?").run(pausedMark);
}

/** @throws SqliteMissingError if SQLite or FTS5 is missing. */
export async function loadSqlite(): Promise<typeof import("node:sqlite")> {
	const sqlite = await import("node:sqlite").catch(() => undefined);
	if (!sqlite) throw new SqliteMissingError("SQLite (node:sqlite)", process.versions.node);
	const probe = new sqlite.DatabaseSync(":memory:");
	try {
		probe.exec(keywordTable("probe"));
		return sqlite;
	} catch {
		throw new SqliteMissingError("SQLite FTS5", process.versions.node);
	} finally {
		probe.close();
	}
}

/** Runs a change in a transaction: completely or, if it throws, not at all. */
export function transaction<T>(db: DatabaseSync, change: () => T): T {
	return between(db, "BEGIN IMMEDIATE", change);
}

/**
 * Reads from one snapshot of the database, regardless of concurrent writes. The file is locked only once, which halves the
 * time of a small query.
 */
export function snapshot<T>(db: DatabaseSync, read: () => T): T {
	return between(db, "BEGIN", read);
}

function between<T>(db: DatabaseSync, begin: string, run: () => T): T {
	db.exec(begin);
	try {
		const result = run();
		db.exec("COMMIT");
		return result;
	} catch (error) {
		// SQLite may have rolled back already, for example on a full disk, or the database may have been closed.
		if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
		throw error;
	}
}
